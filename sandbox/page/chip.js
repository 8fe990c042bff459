// One option of a command in the composer: its name, its field, and what is wrong with it.

import { choiceNamed, choicesOf, valueOf } from "./commands.js";
import { make, newId } from "./dom.js";

export class Chip {
  constructor(option, view, remove) {
    this.option = option;
    this.view = view;
    this.picked = null;
    this.offered = [];
    const id = newId("option");
    const wrong = newId("wrong");
    this.field = make("input", {
      ...this.kind, id, "aria-describedby": wrong, "aria-required": String(Boolean(option.required)), title: option.hint,
    });
    this.error = make("span", { class: "error", id: wrong });
    this.element = make("span", { class: "chip" },
      make("span", { class: "chip-line" }, make("label", { for: id, text: option.shown }), this.field,
        !option.required && make("button", { type: "button", class: "plain drop", text: "×", tabindex: -1, "aria-label": view.t("remove", option.shown), onclick: remove })),
      this.error);
    this.fit();
  }

  get kind() {
    return {
      role: "combobox", autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "send", "aria-autocomplete": "list", "aria-expanded": "false",
      inputmode: this.option.type === 4 ? "numeric" : null,
    };
  }

  get text() {
    return this.field.value;
  }

  set text(text) {
    this.field.value = text;
    this.picked = null;
    this.tell("");
    this.fit();
  }

  // Take a choice: its name is shown, its value is sent.
  pick({ shown, value }) {
    this.text = shown;
    this.picked = { shown, value };
  }

  fit() {
    this.field.style.width = `${Math.min(30, Math.max(4, this.text.length + 1))}ch`;
  }

  tell(wrong) {
    this.error.textContent = wrong;
    this.field.setAttribute("aria-invalid", String(Boolean(wrong)));
  }

  focus() {
    this.field.focus();
    this.field.setSelectionRange(this.text.length, this.text.length);
  }

  get choices() {
    return this.option.autocomplete ? this.offered : choicesOf(this.option, this.view) || [];
  }

  // Tells whether what was typed is already one of the choices, or nothing could be chosen.
  get settled() {
    return this.picked !== null || Boolean(this.text && choiceNamed(this.choices, this.text.trim()));
  }

  // The value to be sent, or null after telling what is wrong.
  read() {
    if (this.picked?.shown === this.text) return { value: this.picked.value };
    if (!this.text.trim()) {
      this.tell(this.view.t(this.option.required ? "required" : "valueMissing"));
      return null;
    }
    const named = this.option.autocomplete && choiceNamed(this.offered, this.text.trim());
    const found = named ? { value: named.value } : valueOf(this.option, this.option.autocomplete ? this.text.trim() : this.text, this.view);
    this.tell(found.wrong || "");
    return found.wrong ? null : found;
  }
}
