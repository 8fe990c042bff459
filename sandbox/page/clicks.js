// A click from the press to its answer: waiting, what failed, and the modal that may open.

export async function press(view, control, customId, values) {
  const id = control.closest("article").dataset.message;
  if (view.busy.has(id)) return;
  view.busy.set(id, customId);
  view.failures.delete(id);
  decorate(view, id);
  try {
    const answer = await view.ask("press", { message: id, custom_id: customId, values });
    await answered(view, answer, () => view.failures.add(id));
  } catch (error) {
    view.say(error.message);
  }
  view.busy.delete(id);
  decorate(view, id);
}

export async function answered(view, answer, failed) {
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
  const pressed = view.busy.get(id);
  element.setAttribute("aria-busy", String(pressed !== undefined));
  element.querySelector(":scope > .failed").textContent = view.failures.has(id) ? view.t("failed") : "";
  for (const control of element.querySelectorAll("[data-id]")) {
    if (pressed === undefined) control.removeAttribute("aria-disabled");
    else control.setAttribute("aria-disabled", "true");
    control.classList.toggle("busy", control.dataset.id === pressed);
  }
}
