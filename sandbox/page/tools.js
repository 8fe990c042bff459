// The developer's tools: the bot, the clock, people, places, faults. The log of requests is in requests.js.

import { make } from "./dom.js";
import { requests } from "./requests.js";

const EVERY = 1000; // ms between two looks

export function mount(element, live) {
  const notice = make("p", { role: "status", class: "tool-notice" });
  const tools = new Tools(live, notice);
  const style = make("link", { rel: "stylesheet", href: new URL("tools.css", import.meta.url) });
  const log = requests(live);
  element.classList.add("tools");
  element.replaceChildren(
    style, notice, tools.bot(), tools.clock(), tools.people(), tools.places(), tools.faults(), log.element, tools.conformance(),
  );
  const refresh = () => Promise.all([tools.refresh(), log.refresh()]).catch((error) => console.info(error.message));
  const look = async () => {
    if (!element.hidden) await refresh();
    setTimeout(look, EVERY);
  };
  live.on("clock", refresh);
  look();
}

const group = (title, ...parts) => make("fieldset", {}, make("legend", { text: title }), ...parts);
const line = (...parts) => make("div", { class: "tool-line" }, ...parts);
const labelled = (title, control) => make("label", {}, make("span", { text: title }), control);
const number = (value, least = 0) => make("input", { type: "number", value, min: least, step: "any", inputmode: "decimal" });
const readable = (name) => name.replaceAll("_", " ");

// Fill a menu, and keep what was chosen; if that is gone nothing is, so that no other is meant. An unchanged menu is left alone.
function fill(menu, options) {
  const text = JSON.stringify(options);
  if (menu.dataset.options === text) return;
  const chosen = menu.value;
  menu.dataset.options = text;
  menu.replaceChildren(...options.map(([value, title]) => make("option", { value, text: title })));
  if (options.some(([value]) => value === chosen)) menu.value = chosen;
  else if (chosen) menu.selectedIndex = -1;
}

const menuOf = (options) => {
  const menu = make("select");
  fill(menu, options);
  return menu;
};

function lasting(seconds) {
  const parts = [["day", 86400], ["hour", 3600], ["minute", 60]].map(([unit, size]) => {
    const count = Math.floor(seconds / size);
    seconds -= count * size;
    return count ? `${count} ${unit}${count > 1 ? "s" : ""}` : "";
  });
  return parts.filter(Boolean).join(" ") || "not";
}

class Tools {
  #watchers = [];

  constructor(live, notice) {
    this.live = live;
    this.notice = notice;
  }

  async refresh() {
    const state = await this.live.send("tool.state");
    for (const watch of this.#watchers) watch(state);
  }

  #watch(watch) {
    this.#watchers.push(watch);
  }

  async #do(said, name, data = {}) {
    try {
      const answer = await this.live.send(`tool.${name}`, data);
      this.notice.textContent = said;
      this.notice.classList.remove("bad");
      await this.refresh();
      return answer;
    } catch (error) {
      this.notice.textContent = error.message;
      this.notice.classList.add("bad");
      return null;
    }
  }

  #button(title, name, data = () => ({}), said = `${title}: done.`) {
    const button = make("button", { type: "button", hidden: true, text: title, onclick: () => this.#do(said, name, data()) });
    this.#watch((state) => { button.hidden = !state.tools.includes(`tool.${name}`); });
    return button;
  }

  bot() {
    const status = make("output");
    this.#watch((state) => {
      const process = state.pid ? `process ${state.pid}, ` : "";
      status.textContent = process + (state.connected ? "connected" : "not connected");
    });
    return group("Bot", line(
      this.#button("Restart", "restart"),
      this.#button("Kill", "kill"),
      this.#button("Cut the connection", "cut", () => ({ resumable: true })),
      this.#button("Cut, session lost", "cut", () => ({ resumable: false })),
      status,
    ));
  }

  clock() {
    const amount = number(1);
    const unit = menuOf([["hours", "hours"], ["minutes", "minutes"], ["days", "days"]]);
    const status = make("output");
    this.#watch((state) => { status.textContent = `${lasting(state.ahead)} ahead`; });
    return group("Clock", line(
      labelled("By", amount), labelled("Unit", unit),
      this.#button("Move forward", "advance", () => ({ [unit.value]: amount.value }), "The clock was moved."),
      status,
    ));
  }

  people() {
    const rows = make("div");
    this.#watch((state) => {
      if (rows.childElementCount) return;
      rows.append(...state.people.map((person) => this.#person(person.name, state.locales)));
    });
    return group("People", rows);
  }

  #person(name, locales) {
    const locale = menuOf(locales.map((each) => [each, each]));
    const here = make("input", { type: "checkbox" });
    locale.addEventListener("change", () => this.#do(`${name} reads ${locale.value}.`, "language", { person: name, locale: locale.value }));
    here.addEventListener("change", () =>
      this.#do(`${name} ${here.checked ? "is back" : "has left"}.`, "member", { person: name, member: here.checked }));
    this.#watch((state) => {
      const now = state.people.find((person) => person.name === name);
      if (document.activeElement !== locale) locale.value = now.locale;
      here.checked = now.member;
    });
    return line(make("strong", { text: name }), labelled("Language", locale), labelled("On the server", here));
  }

  places() {
    const place = make("select");
    const permission = make("select");
    const message = make("input", { size: 20, inputmode: "numeric" });
    const status = make("output");
    const whole = this.#button("Delete the whole place", "delete", () => ({ place: place.value, whole: true }));
    const here = (more) => () => ({ place: place.value, ...more() });
    const allow = (value) => here(() => ({ permission: permission.value, allow: value }));
    const show = (state) => {
      fill(place, state.places.map((each) => [each.id, (each.thread ? "↳ " : "# ") + each.name]));
      fill(permission, state.permissions.map((name) => [name, readable(name)]));
      const chosen = state.places.find((each) => each.id === place.value);
      const marks = [chosen?.archived && "archived", chosen?.locked && "locked", ...(chosen?.lacking ?? []).map((name) => `no ${readable(name)}`)];
      whole.textContent = chosen ? `Delete ${chosen.thread ? "↳ " : "# "}${chosen.name} with all that is in it` : "Delete the whole place";
      whole.disabled = !chosen;
      status.textContent = marks.filter(Boolean).join(", ") || "everything is allowed";
    };
    place.addEventListener("change", () => this.refresh());
    this.#watch(show);
    return group("Places",
      line(labelled("Place", place), status),
      line(labelled("The bot's permission", permission),
        this.#button("Deny", "permissions", allow(false)), this.#button("Allow", "permissions", allow(true)),
        this.#button("As the server", "permissions", allow(null))),
      line(
        this.#button("Archive", "archive", here(() => ({ archived: true }))), this.#button("Open again", "archive", here(() => ({ archived: false }))),
        this.#button("Lock", "lock", here(() => ({ locked: true }))), this.#button("Unlock", "lock", here(() => ({ locked: false })))),
      line(labelled("Message id", message),
        this.#button("Delete this message", "delete", here(() => ({ message: message.value }))),
        this.#button("Delete the newest", "delete", here(() => ({ newest: true })))),
      line(whole));
  }

  faults() {
    const [preset, method] = [make("select"), make("select")];
    const path = make("input", { placeholder: "/channels/\\d+/messages", spellcheck: "false" });
    const times = number(1, 1);
    const waiting = make("ul");
    this.#watch((state) => {
      fill(preset, Object.entries(state.presets));
      fill(method, state.methods.map((each) => [each, each === "*" ? "any" : each]));
      waiting.replaceChildren(...state.faults.map((each) =>
        make("li", { text: `${each.what}: the next ${each.times} of ${each.method === "*" ? "any" : each.method} ${each.path || "path"}` })));
    });
    const asked = () => ({ preset: preset.value, method: method.value, path: path.value, times: times.value });
    return group("Faults",
      line(labelled("Requests get", preset), labelled("Method", method), labelled("Path, a regular expression", path), labelled("How many", times)),
      line(this.#button("Let them fail", "fail", asked), this.#button("Clear", "faults", () => ({ clear: true }))), waiting);
  }

  conformance() {
    const found = make("pre", { tabindex: 0, "aria-label": "Findings", hidden: true });
    const check = async () => {
      const answer = await this.#do("Checked.", "conformance");
      found.textContent = answer?.text ?? "";
      found.hidden = !answer;
      found.focus();
    };
    const button = make("button", { type: "button", text: "Check the requests so far", onclick: check });
    return group("Conformance", line(button), found);
  }
}
