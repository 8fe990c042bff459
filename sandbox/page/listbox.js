// The list of a menu, over everything else: arrow keys, Home, End, letters, Enter or Space, Esc.

import { make, newId } from "./dom.js";
import { emoji } from "./media.js";

const NARROW = 500; // px; in a narrower pane the list comes up from its lower edge
const GAP = 4;

// Lets a person choose; resolves to the values, or to null when nothing is to be sent.
export function choose(opener, part, options, before, title, view) {
  return new Promise((resolve) => new Listbox(opener, part, options, before, title, view, resolve).open());
}

class Listbox {
  constructor(opener, part, options, before, title, view, resolve) {
    Object.assign(this, { opener, options, before, view, resolve });
    this.least = part.min_values ?? 1;
    this.most = part.max_values ?? 1;
    this.several = this.most > 1;
    this.chosen = new Set(before);
    this.result = null;
    this.letters = "";
    const label = newId("list");
    this.rows = options.map((option) => this.row(option));
    this.list = make("ul", { role: "listbox", tabindex: 0, "aria-labelledby": label, "aria-multiselectable": this.several && "true" }, this.rows);
    this.list.addEventListener("keydown", (event) => this.key(event));
    const close = make("button", { type: "button", class: "plain", text: view.t("close"), onclick: () => this.box.hidePopover() });
    this.box = make("div", { class: "listbox", popover: "auto" }, make("div", { class: "listbox-head" }, make("span", { id: label, text: title }), close), this.list);
    if (this.several) this.box.append(this.footer());
    this.box.addEventListener("toggle", (event) => event.newState === "closed" && this.closed());
  }

  row(option) {
    const row = make("li", { role: "option", id: newId("option"), "aria-selected": String(this.chosen.has(option.value)) },
      emoji(option.emoji),
      make("span", { class: "option-text" }, make("span", { class: "option-label", text: option.label }), option.description && make("span", { class: "soft", text: option.description })),
      make("span", { class: "tick", "aria-hidden": "true" }));
    row.addEventListener("click", () => this.take(this.rows.indexOf(row)));
    row.addEventListener("pointermove", () => this.point(this.rows.indexOf(row), false));
    return row;
  }

  footer() {
    this.count = make("span", { class: "soft", "aria-live": "polite" });
    this.done = make("button", { type: "button", class: "button primary", text: this.view.t("done"), onclick: () => this.finish() });
    this.tell();
    return make("div", { class: "listbox-foot" }, this.count, this.done);
  }

  tell() {
    const { size } = this.chosen;
    this.done.disabled = size < this.least || size > this.most;
    this.count.textContent = this.done.disabled ? this.view.t("between", this.least, Math.min(this.most, this.options.length)) : this.view.t("chosen", size);
  }

  open() {
    (this.opener.closest("dialog") || document.body).append(this.box);
    this.box.showPopover();
    this.place();
    this.opener.setAttribute("aria-expanded", "true");
    this.list.focus();
    this.point(Math.max(0, this.options.findIndex((option) => this.chosen.has(option.value))));
  }

  place() {
    const at = this.opener.getBoundingClientRect();
    const pane = this.view.element.getBoundingClientRect();
    const sheet = pane.width < NARROW;
    this.box.classList.toggle("sheet", sheet);
    if (sheet) {
      Object.assign(this.box.style, { left: `${pane.left}px`, width: `${pane.width}px`, bottom: `${innerHeight - pane.bottom}px` });
      return;
    }
    const below = innerHeight - at.bottom - GAP;
    const up = below < 320 && at.top > below;
    Object.assign(this.box.style, {
      left: `${at.left}px`,
      minWidth: `${at.width}px`,
      maxHeight: `${Math.min(460, (up ? at.top : below) - 2 * GAP)}px`,
      [up ? "bottom" : "top"]: `${up ? innerHeight - at.top + GAP : at.bottom + GAP}px`,
    });
  }

  point(index, scroll = true) {
    this.rows[this.at]?.classList.remove("active");
    this.at = Math.max(0, Math.min(this.rows.length - 1, index));
    const row = this.rows[this.at];
    if (!row) return;
    row.classList.add("active");
    this.list.setAttribute("aria-activedescendant", row.id);
    if (scroll) row.scrollIntoView({ block: "nearest" });
  }

  key(event) {
    const steps = { ArrowDown: this.at + 1, ArrowUp: this.at - 1, Home: 0, End: this.rows.length - 1, PageDown: this.at + 8, PageUp: this.at - 8 };
    if (event.key in steps) this.point(steps[event.key]);
    else if (event.key === "Enter" || (event.key === " " && !this.letters)) this.take(this.at);
    else if (event.key === "Tab" && !this.several) this.box.hidePopover();
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) this.seek(event.key);
    else return;
    event.preventDefault();
  }

  seek(letter) {
    clearTimeout(this.forget);
    this.forget = setTimeout(() => (this.letters = ""), 700);
    this.letters += letter.toLowerCase();
    const from = this.letters.length > 1 ? this.at : this.at + 1;
    const order = this.options.map((_, index) => (from + index) % this.options.length);
    const found = order.find((index) => this.options[index].label.toLowerCase().startsWith(this.letters));
    if (found !== undefined) this.point(found);
  }

  take(index) {
    const { value } = this.options[index];
    if (!this.several) {
      const again = this.chosen.has(value);
      if (again && this.least > 0) return this.box.hidePopover();
      this.chosen = new Set(again ? [] : [value]);
      return this.finish();
    }
    if (!this.chosen.delete(value) && this.chosen.size < this.most) this.chosen.add(value);
    this.rows[index].setAttribute("aria-selected", String(this.chosen.has(value)));
    this.point(index);
    this.tell();
  }

  finish() {
    this.result = this.options.map((option) => option.value).filter((value) => this.chosen.has(value));
    this.box.hidePopover();
  }

  closed() {
    this.box.remove();
    this.opener.setAttribute("aria-expanded", "false");
    (this.opener.isConnected ? this.opener : this.view.composer.main).focus({ preventScroll: true });
    this.resolve(this.result);
  }
}
