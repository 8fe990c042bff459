// Menus, of a message or a modal: what they offer, and what was chosen.

import { make } from "./dom.js";
import { placesOf, world } from "./world.js";

// The options of any kind of menu; people, roles and channels come from the world.
export function optionsOf(part, view) {
  const users = Object.entries(world.users).map(([value, user]) => ({ value, label: user.name, kind: "user" }));
  const roles = Object.entries(world.roles).map(([value, label]) => ({ value, label: label.startsWith("@") ? label : `@${label}`, kind: "role" }));
  const channels = () => placesOf(view.person).filter((each) => fits(part, each)).map((each) => ({ value: each.id, label: `#${each.name}` }));
  const found = { 3: () => part.options, 5: () => users, 6: () => roles, 7: () => [...users, ...roles], 8: channels }[part.type]();
  const preset = new Set((part.default_values || []).map((each) => each.id));
  return found.map((option) => ({ ...option, default: option.default || preset.has(option.value) }));
}

function fits(part, each) {
  if (each.kind === "direct") return false;
  return !part.channel_types?.length || part.channel_types.some((type) => (each.kind === "thread" ? type >= 10 && type <= 12 : type === 0));
}

// A menu: a button that opens a list; `label` is its name in a modal. `send` gets the chosen values.
export function menu(part, view, send, label) {
  const element = make("button", { type: "button", class: "select", "aria-haspopup": "listbox", "aria-expanded": "false", disabled: !!part.disabled, "data-id": part.custom_id });
  const title = part.placeholder || view.t("choose");
  const name = label || title;
  let chosen = optionsOf(part, view).filter((option) => option.default).map((option) => option.value);
  const draw = () => {
    const options = optionsOf(part, view).filter((option) => chosen.includes(option.value));
    const text = options.map((option) => option.label).join(", ");
    element.replaceChildren(make("span", { class: text ? "chosen" : "soft", text: text || title }), make("span", { class: "arrow", "aria-hidden": "true" }));
    element.setAttribute("aria-label", text ? `${name}: ${text}` : name);
  };
  draw();
  element.addEventListener("click", async () => {
    if (element.getAttribute("aria-disabled") === "true") return;
    const { choose } = await import("./listbox.js");
    const values = await choose(element, part, optionsOf(part, view), chosen, name, view);
    if (values === null) return;
    chosen = values;
    draw();
    send(element, values);
  });
  return element;
}
