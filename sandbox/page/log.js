// The messages of one channel, kept by id: each is made, changed and removed alone.

import { decorate } from "./clicks.js";
import { make, newer, released } from "./dom.js";
import { written } from "./times.js";
import { isOnServer } from "./world.js";

let article = null;
let loading = null;

// What draws a message comes with the first message; who waits for it goes on in the order of asking.
export const drawing = () => (loading ||= load());

async function load() {
  const style = make("link", { rel: "stylesheet", href: new URL("message.css", import.meta.url) });
  const styled = new Promise((done) => style.addEventListener("load", done));
  document.head.append(style);
  const message = await import("./message.js");
  await styled;
  article = message.article;
}

export class Log {
  constructor(view) {
    this.view = view;
    this.messages = new Map();
    this.articles = new Map();
    this.coming = new Map(); // changed messages whose pictures are still being loaded
    this.newFrom = null;
    this.pressed = null;
    this.list = make("div", { class: "list", role: "group" });
    this.older = make("button", { type: "button", class: "button secondary older", hidden: true, onclick: () => view.loadOlder() });
    this.start = make("button", { type: "button", class: "button primary start", hidden: true, onclick: () => view.composer.type("/game new ") });
    this.inner = make("div", { class: "inner" }, this.older, this.list, this.start);
    this.element = make("div", { class: "scroller", tabindex: 0, role: "group" }, this.inner);
    this.element.addEventListener("scroll", () => this.scrolled(), { passive: true });
    this.list.addEventListener("pointerdown", (event) => event.button || this.press(event.target.closest("article")));
    this.setBusy(false);
  }

  get atEnd() {
    return Math.abs(this.element.scrollTop) < 40;
  }

  toEnd() {
    this.element.scrollTop = 0;
  }

  // The list grows from its end: 0 is the newest message, older ones have negative places.
  scrolled() {
    const { scrollHeight, clientHeight, scrollTop } = this.element;
    if (!this.older.hidden && scrollHeight - clientHeight + scrollTop < 600) this.view.loadOlder();
    if (this.atEnd) this.view.read();
    this.element.classList.toggle("up", !this.atEnd);
  }

  // Busy: other messages are to come in the place of these.
  setBusy(busy) {
    this.list.setAttribute("aria-busy", String(busy));
  }

  press(element) {
    if (!element) return;
    const pressed = { id: element.dataset.message, released: released() };
    this.pressed = pressed;
    pressed.released.then(() => this.pressed === pressed && (this.pressed = null));
  }

  // A message is not to be replaced while it is pressed: its controls would not hear the click.
  async released(id) {
    while (this.pressed?.id === id) await this.pressed.released;
  }

  reset(messages, more, newFrom) {
    this.messages.clear();
    this.articles.clear();
    this.coming.clear();
    this.newFrom = newFrom;
    this.add(messages, more);
    this.list.replaceChildren(...this.articles.values());
    this.divide();
    this.toEnd();
  }

  prepend(messages, more) {
    this.add(messages, more);
    const fresh = messages.map((message) => this.articles.get(message.id)).filter((element) => !element.isConnected);
    this.list.prepend(...fresh);
    this.divide();
  }

  add(messages, more) {
    for (const message of messages) {
      if (this.messages.has(message.id)) continue;
      this.messages.set(message.id, message);
      this.articles.set(message.id, article(message, this.view));
    }
    this.older.hidden = !more;
  }

  // A message that is new or has changed; resolves to "new", "changed" or null for one that is known already.
  async put(message) {
    const known = this.messages.get(message.id);
    if (known && known.revision >= message.revision) return null;
    this.messages.set(message.id, message);
    const element = article(message, this.view);
    if (this.articles.has(message.id)) return (await this.change(message.id, element)) ? "changed" : null;
    this.articles.set(message.id, element);
    const after = [...this.list.children].findLast((each) => each.dataset.message && newer(each.dataset.message, message.id) < 0);
    if (after) after.after(element);
    else this.list.append(element);
    this.divide();
    return "new";
  }

  // A text and its pictures change together: the old ones stay until the new pictures are there. Tells whether this change was shown.
  async change(id, element) {
    this.coming.set(id, element);
    await loaded(element);
    await this.released(id);
    if (this.coming.get(id) !== element) return false; // a newer change came, or the message is gone
    this.coming.delete(id);
    const old = this.articles.get(id);
    this.articles.set(id, element);
    decorate(this.view, id);
    this.replace(old, element);
    return true;
  }

  // The focus stays where it was: at the same control, else at the first one.
  replace(old, element) {
    const focused = old.contains(document.activeElement) && document.activeElement;
    old.replaceWith(element);
    if (!focused) return;
    const same = focused.dataset.id && element.querySelector(`[data-id="${CSS.escape(focused.dataset.id)}"]:not(:disabled)`);
    (same || element.querySelector("[data-id]:not(:disabled)") || element).focus({ preventScroll: true });
  }

  redraw() {
    const { top } = this.element.getBoundingClientRect();
    const seen = !this.atEnd && this.inOrder().find(([, element]) => element.getBoundingClientRect().bottom > top);
    this.coming.clear();
    for (const [id, message] of this.messages) {
      const element = article(message, this.view);
      this.articles.get(id).replaceWith(element);
      this.articles.set(id, element);
    }
    this.divide();
    if (seen) this.articles.get(seen[0]).scrollIntoView({ block: "start" });
  }

  remove(id) {
    this.messages.delete(id);
    this.coming.delete(id);
    this.articles.get(id)?.remove();
    this.articles.delete(id);
    this.divide();
  }

  // Lines between days, and before what is new; what is said where there is nothing, or more.
  divide() {
    this.older.textContent = this.view.t("older");
    for (const line of this.list.querySelectorAll(":scope > .divider")) line.remove();
    let day = "";
    for (const [id, element] of this.inOrder()) {
      const at = Date.parse(this.messages.get(id).timestamp) / 1000;
      const today = written(at, "D", this.view.locale);
      const fresh = id === this.newFrom;
      if (today !== day || fresh) element.before(this.divider(today !== day ? today : "", fresh));
      day = today;
    }
    this.list.classList.toggle("empty", !this.messages.size);
    this.list.setAttribute("role", this.messages.size ? "feed" : "group"); // a feed must have articles
    this.start.textContent = this.view.t("openTable");
    this.start.hidden = this.messages.size > 0 || !isOnServer(this.view.channel);
    this.list.dataset.empty = this.view.t(this.view.channel ? "empty" : "nowhere");
  }

  inOrder() {
    return [...this.articles].sort(([one], [other]) => newer(one, other));
  }

  divider(day, fresh) {
    return make("div", { class: `divider${fresh ? " fresh" : ""}` }, day && make("span", { text: day }), fresh && make("span", { class: "new", text: this.view.t("newLine") }));
  }
}

// Wait for the pictures of a message; one that cannot be loaded holds nothing up.
function loaded(element) {
  const pictures = [...element.querySelectorAll(".picture img")];
  for (const picture of pictures) picture.loading = "eager";
  return Promise.all(pictures.map((picture) => picture.decode().catch(() => {})));
}

// The text of a message in short, for those who listen.
export function spoken(element) {
  return [...element.querySelectorAll(".by .author, .text, .thinking")].map((each) => each.textContent).join(" ").slice(0, 300);
}
