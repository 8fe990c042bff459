// A click from the press to its answer: waiting, what failed, and the modal that may open.

// A pane may become another person's while a click is being answered; what follows concerns the one who clicked.
const keyOf = (view, id) => `${view.person} ${id}`;

export async function press(view, control, customId, values) {
  const id = control.closest("article").dataset.message;
  const key = keyOf(view, id);
  if (view.busy.has(key)) return;
  view.busy.set(key, customId);
  view.failures.delete(key);
  view.say("");
  decorate(view, id);
  await send(view, "press", { message: id, custom_id: customId, values }, () => view.failures.add(key));
  view.busy.delete(key);
  decorate(view, id);
}

// Ask for an action of the bot; `failed` is told when nobody answers.
export async function send(view, action, data, failed, say = (text) => view.say(text)) {
  const who = view.person;
  const here = () => view.person === who;
  try {
    const answer = await view.ask(action, data);
    if (here() || answer.failed) await answered(view, answer, failed);
  } catch (error) {
    if (here()) say(view.told(error));
  }
}

async function answered(view, answer, failed) {
  if (answer.failed) return failed();
  if (!answer.modal) return;
  const { openModal } = await import("./modal.js");
  openModal(answer.modal, view, (fields) => submit(view, answer.interaction, fields));
}

async function submit(view, interaction, fields) {
  const filled = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
  await answered(view, await view.ask("submit", { interaction, fields: filled }), () => {
    throw new Error(view.t("failed"));
  });
}

// While a click is being answered all controls of the message wait; what failed is told under it.
export function decorate(view, id, element = view.log.articles.get(id)) {
  if (!element) return;
  const pressed = view.busy.get(keyOf(view, id));
  element.setAttribute("aria-busy", String(pressed !== undefined));
  element.querySelector(":scope > .failed").textContent = view.failures.has(keyOf(view, id)) ? view.t("failed") : "";
  for (const control of element.querySelectorAll("[data-id]")) {
    if (pressed === undefined) control.removeAttribute("aria-disabled");
    else control.setAttribute("aria-disabled", "true");
    control.classList.toggle("busy", control.dataset.id === pressed);
  }
}
