// One person's window: the channels, the messages of one of them, and the composer.

import { avatar } from "./avatar.js";
import { Column } from "./column.js";
import { Composer } from "./composer.js";
import { make, newId, newer } from "./dom.js";
import { Language } from "./language.js";
import { live } from "./live.js";
import { Log, drawing, spoken } from "./log.js";
import { say, told } from "./words.js";
import { dismiss, isDismissed, isPrivate, markRead, newestPlace, person, place, placesOf, readUpTo, unread, world } from "./world.js";

const SEARCHED = 20;

export class Pane {
  // `page` is told when person or channel change, and knows the address of a channel in this pane.
  constructor(page, name) {
    this.page = page;
    this.person = name;
    this.channel = null;
    this.busy = new Map();
    this.failures = new Set();
    this.column = new Column(this);
    this.log = new Log(this);
    this.composer = new Composer(this);
    this.notice = make("p", { class: "pane-notice", role: "status" });
    this.left = make("p", { class: "pane-notice", hidden: true }, make("span"), " ", make("button", { type: "button", class: "link", onclick: () => this.tool("member", { member: true }) }));
    this.spoken = make("p", { class: "hidden", "aria-live": "polite" });
    this.menu = make("button", { type: "button", class: "plain menu", text: "☰", "aria-expanded": "false", onclick: () => this.drawer(true) });
    this.title = make("h2", {});
    this.people = make("fieldset", { class: "people" });
    this.language = new Language(this);
    this.shade = make("button", { type: "button", class: "shade", tabindex: -1, onclick: () => this.drawer(false) });
    this.jump = make("button", { type: "button", class: "button secondary jump", text: "↓", onclick: () => this.toEnd() });
    const head = make("header", { class: "pane-head" }, this.menu, this.title, this.people, this.language.element);
    const talk = make("div", { class: "talk" }, head, this.left, this.notice, make("div", { class: "stage" }, this.log.element, this.jump), this.composer.element);
    this.element = make("section", { class: "pane" }, make("div", { class: "pane-grid" }, this.column.element, this.shade, talk), this.spoken);
    this.element.addEventListener("keydown", (event) => event.key === "Escape" && this.drawer(false));
    for (const kind of ["click", "contextmenu"]) this.element.addEventListener(kind, (event) => this.pointed(event));
  }

  get me() {
    return person(this.person).id;
  }

  get locale() {
    return person(this.person)?.locale || "en-US";
  }

  t(key, ...values) {
    return say(this.locale, key, ...values);
  }

  told(error) {
    return told(this.locale, error);
  }

  ask(action, data = {}) {
    return live.send(action, { person: this.person, channel: this.channel, ...data });
  }

  say(text) {
    this.notice.textContent = text;
  }

  // -- where and who --------------------------------------------------------------------

  hashFor(channel) {
    return this.page.hash(this, channel);
  }

  // Whoever has left the server still has direct messages, but is not sent there.
  homeOf(channel) {
    const { member } = person(this.person);
    const seen = placesOf(this.person).filter((each) => member || each.id === channel);
    return seen.find((each) => each.id === channel) || seen.find((each) => each.id === this.last?.parent) || newestPlace(this.person, seen);
  }

  async actAs(name) {
    if (name === this.person) return;
    this.person = name;
    await this.open(this.channel);
    this.people.querySelector("input:checked")?.focus({ preventScroll: true });
  }

  // Show a channel; where it is not to be seen, its parent or the first one.
  async open(channel) {
    const home = this.homeOf(channel);
    if (!home) return this.nowhere();
    this.channel = home.id;
    this.last = home;
    this.composer.renew();
    this.log.setBusy(true);
    this.draw();
    const asked = (this.asking = {});
    const from = readUpTo(this.person, home.id);
    const fresh = unread(this.person, home.id).any && from !== "0";
    try {
      const { messages, more } = await this.ask("open");
      if (messages.length) await drawing();
      if (this.asking !== asked) return;
      const shown = messages.filter((message) => !isDismissed(message));
      const first = fresh && shown.find((message) => message.author.id !== this.me && newer(message.id, from) > 0);
      this.log.reset(shown, more, first ? first.id : null);
      this.read();
      this.page.moved(this);
    } catch (error) {
      this.say(this.told(error));
    } finally {
      if (this.asking === asked) this.log.setBusy(false);
    }
  }

  // No channel is left to be shown.
  nowhere() {
    this.asking = null;
    this.channel = null;
    this.say("");
    this.composer.renew();
    this.draw();
    this.log.setBusy(false);
    this.log.reset([], false, null);
    this.page.moved(this);
  }

  async goto(channel, message) {
    this.drawer(false);
    this.say("");
    if (!place(channel)) return;
    if (channel !== this.channel) await this.open(channel);
    if (message) await this.find(message);
  }

  placesChanged() {
    const here = placesOf(this.person).find((each) => each.id === this.channel);
    if (here) {
      this.last = here;
      this.draw();
      return;
    }
    const gone = this.channel && this.last;
    this.open(this.channel || this.last?.id).then(() => gone && this.channel && this.say(this.t("goneTo", this.placeName(gone), this.placeName(this.last))));
  }

  placeName(each) {
    return each.kind === "channel" ? `#${each.name}` : each.name;
  }

  async openDirect() {
    const { channel } = await this.ask("direct");
    const stop = live.on("places", () => place(channel) && (stop(), this.goto(channel)));
  }

  // A click on a name, a right click or a long press on any sign of a person: what apps offer for them.
  async pointed(event) {
    const sign = event.target.closest(event.type === "click" ? "button[data-user], .mention[data-user]" : "[data-user]");
    if (!sign || event.target.closest("a")) return;
    event.preventDefault();
    const { personMenu } = await import("./person-menu.js");
    personMenu(sign.querySelector("input") || sign, sign.dataset.user, this);
  }

  // What happens to this person from outside; the change comes back as a push.
  async tool(name, data) {
    try {
      await live.send(`tool.${name}`, { person: this.person, ...data });
    } catch (error) {
      this.say(this.told(error));
    }
  }

  castChanged(learnt) {
    const before = this.element.lang;
    this.draw();
    if (before === this.locale && !learnt) return;
    this.composer.renew();
    this.log.redraw();
  }

  // -- drawing --------------------------------------------------------------------------

  draw() {
    const here = place(this.channel);
    const name = here ? this.placeName(here) : "";
    const parent = here?.parent && place(here.parent);
    this.element.lang = this.locale;
    this.element.setAttribute("aria-label", this.t("pane", this.person));
    this.title.replaceChildren(parent ? make("span", { class: "soft parent", text: `#${parent.name} › ` }) : "", name);
    this.title.title = this.title.textContent;
    this.menu.setAttribute("aria-label", this.t("openChannels"));
    this.shade.setAttribute("aria-label", this.t("closeChannels"));
    this.language.draw();
    this.jump.title = this.t("newest");
    this.jump.setAttribute("aria-label", this.jump.title);
    for (const element of [this.log.element, this.log.list]) element.setAttribute("aria-label", this.t("messages", name));
    this.drawLeft();
    this.drawPeople();
    this.drawColumn();
  }

  drawLeft() {
    const [told, back] = this.left.children;
    told.textContent = this.t("left");
    back.textContent = this.t("rejoin");
    this.left.hidden = person(this.person).member;
    this.composer.enable(Boolean(this.channel));
  }

  drawPeople() {
    const group = newId("people");
    const focused = this.people.contains(document.activeElement);
    this.people.replaceChildren(make("legend", { class: "hidden", text: this.t("actAs") }), ...world.people.map((each) => {
      const input = make("input", { type: "radio", name: group, value: each.name, "aria-label": each.name, onchange: () => this.actAs(each.name) });
      input.checked = each.name === this.person;
      return make("label", { "data-user": each.id, title: each.manages ? this.t("managesTitle", each.name) : each.name }, input, avatar(each.id, each.name), make("span", { class: "person-name", text: each.name }));
    }));
    if (focused) this.people.querySelector("input:checked")?.focus();
  }

  drawColumn() {
    if (this.drawing) return;
    this.drawing = requestAnimationFrame(() => {
      this.drawing = null;
      this.column.draw();
      this.menu.classList.toggle("marked", placesOf(this.person).some((each) => each.id !== this.channel && unread(this.person, each.id).mentions));
    });
  }

  drawer(open) {
    const was = this.element.classList.toggle("drawn", open) !== open || this.menu.getAttribute("aria-expanded") === "true";
    this.menu.setAttribute("aria-expanded", String(open));
    if (open) this.column.element.querySelector("[aria-current]")?.focus();
    else if (was && this.column.element.contains(document.activeElement)) this.menu.focus();
  }

  // -- messages -------------------------------------------------------------------------

  async heard(message) {
    const here = () => message.channel_id === this.channel && (!message.reader || message.reader === this.me);
    if (here()) await drawing();
    await this.log.released(message.id);
    if (!here() || isDismissed(message)) return this.drawColumn();
    const atEnd = this.log.atEnd && document.visibilityState === "visible";
    const mine = message.author.id === this.me;
    if (!atEnd && !mine && !this.log.messages.has(message.id)) this.log.newFrom ||= message.id;
    const what = await this.log.put(message);
    if (what === "new" || (what === "changed" && isPrivate(message))) this.spoken.textContent = spoken(this.log.articles.get(message.id));
    if (what === "new" && isPrivate(message)) this.toEnd();
    if (atEnd) this.read();
  }

  async gone({ channel, message }) {
    await this.log.released(message);
    if (channel === this.channel) this.log.remove(message);
  }

  dismiss(id) {
    dismiss(this.me, id);
    this.page.dismissed(id);
    this.composer.main.focus({ preventScroll: true });
  }

  read() {
    if (document.visibilityState === "visible" && markRead(this.person, this.channel)) this.page.readBy(this.person);
  }

  toEnd() {
    this.log.toEnd();
  }

  type(text) {
    this.composer.type(text);
  }

  known(id) {
    return this.log.messages.get(id);
  }

  async loadOlder() {
    const oldest = this.log.inOrder()[0]?.[0];
    if (this.loading || !oldest) return;
    this.loading = true;
    try {
      const { messages, more } = await this.ask("open", { before: oldest });
      this.log.prepend(messages.filter((message) => !isDismissed(message)), more);
    } finally {
      this.loading = false;
    }
  }

  async find(id) {
    for (let round = 0; round < SEARCHED && !this.known(id) && !this.log.older.hidden; round++) await this.loadOlder();
    const element = this.log.articles.get(id);
    if (!element) return;
    element.scrollIntoView({ block: "center" });
    element.classList.remove("found");
    requestAnimationFrame(() => element.classList.add("found"));
    element.focus({ preventScroll: true });
  }
}
