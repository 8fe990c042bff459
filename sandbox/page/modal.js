// A modal: its fields, what is required of them, and the answers.

import { make, newId } from "./dom.js";
import { markdown } from "./markdown.js";
import { menu, optionsOf } from "./menus.js";

const LABEL = 18;
const ROW = 1;
const TEXT = 10;

// Shows the modal; `submit(fields)` sends it and throws what the sandbox says against it.
export function openModal(modal, view, submit) {
  const title = newId("modal");
  const fields = [];
  const add = (part, label, description) => {
    const field = build(part, label, description, view);
    fields.push(field);
    return field.element;
  };
  const parts = modal.components.map((part) => {
    if (part.type === TEXT) return markdown(part.content, view);
    if (part.type === LABEL) return add(part.component, part.label, part.description);
    return part.type === ROW ? part.components.map((child) => add(child, child.label, null)) : make("p", { text: view.t("unsupported", part.type) });
  });
  const trouble = make("p", { class: "error", role: "alert" });
  const send = make("button", { class: "button primary", text: view.t("submit") });
  const form = make("form", { novalidate: true }, make("h2", { id: title, text: modal.title }), parts.flat(), trouble,
    make("div", { class: "row end" }, make("button", { type: "button", class: "button secondary", text: view.t("cancel"), onclick: () => dialog.close() }), send));
  const dialog = make("dialog", { class: "modal", "aria-labelledby": title }, form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const wrong = fields.filter((field) => !field.check());
    if (wrong.length) return wrong[0].focus();
    send.disabled = true;
    try {
      await submit(Object.fromEntries(fields.map((field) => [field.id, field.read()])));
      dialog.close();
    } catch (error) {
      trouble.textContent = view.told(error);
    }
    send.disabled = false;
  });
  dialog.addEventListener("close", () => dialog.remove());
  view.element.append(dialog);
  dialog.showModal();
  fields[0]?.focus();
}

function build(part, label, description, view) {
  const required = part.required !== false && part.type !== 23;
  const wrong = make("p", { class: "error", id: newId("wrong") });
  const names = { text: label, label: newId("label"), wrong: wrong.id };
  const made = (BUILDERS[part.type] || unsupported)(part, view, names);
  const check = () => {
    wrong.textContent = made.wrong(required) || "";
    made.control.setAttribute("aria-invalid", String(Boolean(wrong.textContent)));
    return !wrong.textContent;
  };
  const element = make("div", { class: "form-field" },
    make("label", { id: names.label, for: made.control.id }, label, required && make("span", { class: "star", text: " *", "aria-hidden": "true" })),
    description && make("p", { class: "soft", text: description }), made.control, wrong);
  return { id: part.custom_id, element, check, read: made.read, focus: () => (made.focus || made.control).focus() };
}

const missing = (least, most, view) => (most === 1 ? view.t("mustFill") : view.t("between", Math.max(1, least), most));

function textInput(part, view, names) {
  const control = make(part.style === 2 ? "textarea" : "input", {
    id: newId("field"), placeholder: part.placeholder, maxlength: part.max_length || 4000, rows: part.style === 2 && 4,
    "aria-required": String(part.required !== false), "aria-describedby": names.wrong, autocomplete: "off",
  });
  control.value = part.value || "";
  const wrong = (required) => {
    const { length } = control.value;
    const least = part.min_length || 0;
    if (!length) return required ? view.t("mustFill") : "";
    return length < least ? view.t("length", least, part.max_length || 4000) : "";
  };
  return { control, wrong, read: () => control.value };
}

function select(part, view, names) {
  let chosen = optionsOf(part, view).filter((option) => option.default).map((option) => option.value);
  const control = menu(part, view, (_, values) => (chosen = values), names.text);
  control.id = newId("field");
  control.setAttribute("aria-describedby", names.wrong);
  const least = part.min_values ?? 1;
  const wrong = (required) => ((required || chosen.length) && chosen.length < Math.max(least, Number(required)) ? missing(least, part.max_values || 1, view) : "");
  return { control, wrong, read: () => chosen };
}

function choices(part, view, names) {
  const one = part.type === 21;
  const boxes = part.options.map((option) => {
    const box = make("input", { type: one ? "radio" : "checkbox", name: names.label, value: option.value, checked: !!option.default });
    return { box, element: make("label", { class: "choice" }, box, make("span", {}, option.label, option.description && make("span", { class: "soft", text: ` ${option.description}` }))) };
  });
  const control = make("div", { role: one ? "radiogroup" : "group", "aria-labelledby": names.label, class: "stack" }, boxes.map(({ element }) => element));
  const chosen = () => boxes.filter(({ box }) => box.checked).map(({ box }) => box.value);
  const least = one ? 1 : (part.min_values ?? 1);
  const most = one ? 1 : part.max_values || boxes.length;
  const wrong = (required) => {
    const { length } = chosen();
    return (required || length) && (length < least || length > most) ? missing(least, most, view) : "";
  };
  return { control, wrong, focus: boxes[0]?.box, read: () => (one ? (chosen()[0] ?? null) : chosen()) };
}

function checkbox(part) {
  const control = make("input", { type: "checkbox", id: newId("field"), checked: !!part.default });
  return { control, wrong: () => "", read: () => control.checked };
}

function unsupported(part, view) {
  return { control: make("p", { text: view.t("unsupported", part.type) }), wrong: () => "", read: () => null };
}

const BUILDERS = { 3: select, 4: textInput, 5: select, 6: select, 7: select, 8: select, 21: choices, 22: choices, 23: checkbox };
