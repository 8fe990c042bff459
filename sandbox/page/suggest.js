// The list above the composer: commands, options, choices. The field keeps the focus.

import { make, newId, released } from "./dom.js";

export class Suggest {
  constructor() {
    this.title = make("p", { class: "suggest-title" });
    this.list = make("ul", { role: "listbox", id: newId("suggest"), tabindex: 0 });
    this.element = make("div", { class: "suggest", hidden: true }, this.title, this.list);
    this.element.addEventListener("pointerdown", (event) => this.press(event));
    this.list.addEventListener("click", (event) => this.clicked(event.target));
    this.close();
  }

  get open() {
    return !this.element.hidden && this.items.length > 0;
  }

  itemAt(element) {
    return this.items[this.rows.indexOf(element.closest("li"))];
  }

  // A row that is drawn anew while it is pressed would not hear the click.
  async press(event) {
    event.preventDefault();
    if (event.button) return;
    this.pressed = this.itemAt(event.target);
    const held = (this.held = { show: this.held?.show });
    await released();
    if (this.held !== held) return;
    this.held = null;
    held.show?.();
  }

  // What was pressed counts, even if other choices have come in before the finger was lifted.
  clicked(element) {
    const item = this.pressed || this.itemAt(element);
    this.pressed = null;
    if (item) this.take(item);
  }

  // Items are {label, detail, mark, take}; the first is marked if Enter is to take it, else none until a person moves in the list.
  show(field, title, items, first) {
    if (this.held) {
      this.held.show = () => this.show(field, title, items, first);
      return;
    }
    this.release();
    this.field = field;
    this.items = items;
    this.at = -1;
    this.moved = false;
    this.title.replaceChildren(...title);
    this.list.setAttribute("aria-label", this.title.textContent || "…");
    this.rows = items.map((item) => this.row(item));
    this.list.replaceChildren(...this.rows);
    this.element.hidden = !items.length && !title.length;
    this.list.hidden = !items.length;
    this.expand(items.length > 0);
    field.setAttribute("aria-controls", this.list.id);
    this.list.scrollTop = 0;
    if (first) this.point(0);
  }

  row(item) {
    return make("li", { role: "option", id: newId("suggestion"), "aria-selected": "false" },
      make("span", { class: "option-label", text: item.label }), item.detail && make("span", { class: "soft", text: item.detail }));
  }

  point(index) {
    if (!this.rows.length) return;
    this.rows[this.at]?.setAttribute("aria-selected", "false");
    this.at = (index + this.rows.length) % this.rows.length;
    const row = this.rows[this.at];
    row.setAttribute("aria-selected", "true");
    this.field.setAttribute("aria-activedescendant", row.id);
    const above = row.offsetTop - this.list.offsetTop;
    if (above < this.list.scrollTop) this.list.scrollTop = above;
    else if (above + row.offsetHeight > this.list.scrollTop + this.list.clientHeight) this.list.scrollTop = above + row.offsetHeight - this.list.clientHeight;
  }

  // Mark the first one of this field if none is, and if it has what was typed.
  markFitting(field, typed) {
    const fits = this.field === field && this.items[0]?.label.toLowerCase().includes(typed.trim().toLowerCase());
    if (fits && this.at < 0) this.point(0);
  }

  get marked() {
    return this.open && this.at >= 0;
  }

  move(step) {
    this.moved = true;
    this.point(this.at < 0 && step < 0 ? -1 : this.at + step);
  }

  // The list is closed first, so that no key that is pressed soon after means it once more.
  take(item = this.items[Math.max(0, this.at)]) {
    this.close();
    item.take();
  }

  // A text of several lines is no combobox, so it has no such state.
  expand(open) {
    if (this.field?.getAttribute("role")) this.field.setAttribute("aria-expanded", String(open));
  }

  release() {
    this.expand(false);
    this.field?.removeAttribute("aria-activedescendant");
  }

  close() {
    this.held = null;
    this.pressed = null;
    this.release();
    this.items = [];
    this.rows = [];
    this.at = -1;
    this.moved = false;
    this.element.hidden = true;
  }
}
