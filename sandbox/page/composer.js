// The line at the bottom: ordinary text. What a slash needs is brought in when somebody comes to type.

import { send } from "./clicks.js";
import { make } from "./dom.js";

const LONGEST = 2000;
const TALLEST = 160;

export class Composer {
  constructor(view) {
    this.view = view;
    this.slash = null;
    this.learning = null; // while the commands are on their way
    this.notice = make("p", { class: "notice error", role: "alert" });
    this.main = make("textarea", {
      rows: 1, maxlength: LONGEST, autocomplete: "off", autocapitalize: "off", enterkeyhint: "send", "aria-autocomplete": "list",
    });
    this.field = make("div", { class: "composer-field" }, this.main);
    this.sender = make("button", { class: "button primary" });
    this.element = make("form", { class: "composer", novalidate: true }, this.notice, make("div", { class: "composer-line" }, this.field, this.sender));
    this.element.addEventListener("submit", (event) => (event.preventDefault(), this.send()));
    this.field.addEventListener("input", (event) => this.typed(event.target));
    this.field.addEventListener("keydown", (event) => this.key(event));
    this.field.addEventListener("focusin", (event) => this.told("entered", event.target));
    this.field.addEventListener("click", (event) => event.target === this.field && this.main.focus());
    this.element.addEventListener("focusout", (event) => this.element.contains(event.relatedTarget) || this.slash?.suggest.close());
  }

  async ready() {
    const { Slash } = await import("./slash.js");
    if (!this.slash) {
      this.slash = new Slash(this, this.view);
      this.relearn();
    }
    await this.learning;
    return this.slash;
  }

  // Nothing is waited for that is there: later, a letter would undo the choice made after it, and a command would be another one's.
  // Commands that are told anew meanwhile are no reason to wait either.
  get loaded() {
    return this.slash?.known.length ? this.slash : null;
  }

  async told(what, element) {
    const slash = this.loaded || (await this.ready());
    slash[what](element);
  }

  // Another person, channel or language.
  renew() {
    this.clear();
    this.main.setAttribute("aria-label", this.view.t("message"));
    this.sender.textContent = this.view.t("send");
    if (this.slash) this.slash.known = [];
    this.relearn();
  }

  enable(enabled) {
    this.main.disabled = this.sender.disabled = !enabled;
  }

  relearn() {
    if (!this.slash) return;
    const learning = this.slash.learn().then(() => this.learning === learning && (this.learning = null));
    this.learning = learning;
  }

  say(text) {
    this.notice.textContent = text || "";
  }

  clear() {
    this.slash?.leave();
    this.main.value = "";
    this.main.placeholder = this.view.channel ? this.view.t("hint") : "";
    this.field.replaceChildren(this.main);
    this.say("");
    this.grow();
  }

  grow() {
    this.main.style.height = "auto";
    if (this.main.value.includes("\n") || this.main.scrollHeight > 60) this.main.style.height = `${Math.min(TALLEST, this.main.scrollHeight)}px`;
  }

  // Put a text in as if it was typed.
  type(text) {
    this.clear();
    this.main.value = text;
    this.main.focus();
    this.typed(this.main);
  }

  typed(element) {
    this.say("");
    if (element === this.main) this.grow();
    this.told("typed", element);
  }

  key(event) {
    if (event.isComposing) return;
    const handled = this.slash?.key(event) || (event.key === "Enter" && !event.shiftKey && (this.send(), true));
    if (handled) event.preventDefault();
  }

  async send() {
    const text = this.main.value.trim();
    const { person } = this.view;
    if (!this.slash?.leaf && !text.startsWith("/")) return text && this.deliver("say", { text });
    const slash = this.loaded || (await this.ready());
    const command = person === this.view.person && slash.filled(text);
    return command && this.deliver("slash", command);
  }

  async deliver(action, data) {
    this.clear();
    this.main.focus();
    this.view.toEnd();
    await send(this.view, action, data, () => this.say(this.view.t("silent")), (text) => this.say(text));
  }
}
