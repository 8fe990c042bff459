// The developer's tools: the bot, the clock, people, places, faults. The log of requests is in requests.js.

import { make } from "./dom.js";
import { requests } from "./requests.js";
import { reword, told } from "./words.js";

const EVERY = 1000; // ms between two looks

export function mount(element, live, speech) {
  const notice = make("p", { role: "status", class: "tool-notice" });
  const tools = new Tools(live, notice, speech);
  const style = make("link", { rel: "stylesheet", href: new URL("tools.css", import.meta.url) });
  const log = requests(live, speech);
  element.classList.add("tools");
  element.replaceChildren(
    style, notice, tools.bot(), tools.clock(), tools.people(), tools.places(), tools.faults(), log.element, tools.conformance(),
  );
  reword(element, speech.t);
  const refresh = () => Promise.all([tools.refresh(), log.refresh()]).catch((error) => console.info(error.message));
  const look = async () => {
    if (!element.hidden) await refresh();
    setTimeout(look, EVERY);
  };
  live.on("clock", refresh);
  look();
}

const group = (key, ...parts) => make("fieldset", {}, make("legend", { "data-say": key }), ...parts);
const line = (...parts) => make("div", { class: "tool-line" }, ...parts);
const labelled = (key, control) => make("label", {}, make("span", { "data-say": key }), control);
const number = (value, least = 0) => make("input", { type: "number", value, min: least, step: "any", inputmode: "decimal" });

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

// As many days, hours and minutes as there are in so many seconds; nothing for less than a minute.
function lasting(seconds, locale) {
  const parts = [["day", 86400], ["hour", 3600], ["minute", 60]].map(([unit, size]) => {
    const count = Math.floor(seconds / size);
    seconds -= count * size;
    return count && new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(count);
  });
  return parts.filter(Boolean).join(" ");
}

const placeName = (each) => (each.thread ? "↳ " : "# ") + each.name;

class Tools {
  #watchers = [];
  #said = null;

  constructor(live, notice, speech) {
    this.live = live;
    this.notice = notice;
    this.speech = speech;
    this.t = speech.t;
  }

  async refresh() {
    const state = await this.live.send("tool.state");
    if (this.#said) this.notice.textContent = this.#said();
    for (const watch of this.#watchers) watch(state);
  }

  #watch(watch) {
    this.#watchers.push(watch);
  }

  // Say something in the notice, in whatever language it is read.
  #tell(said, bad) {
    this.#said = said;
    this.notice.textContent = said();
    this.notice.classList.toggle("bad", bad);
  }

  async #do(said, name, data = {}) {
    try {
      const answer = await this.live.send(`tool.${name}`, data);
      this.#tell(said, false);
      await this.refresh();
      return answer;
    } catch (error) {
      this.#tell(() => told(this.speech.locale, error), true);
      return null;
    }
  }

  // A button for a tool, where there is that tool; `said` is told when it is done, else that it is.
  #button(key, name, data = () => ({}), said = () => this.t("toolDone", this.t(key))) {
    const button = make("button", { type: "button", hidden: true, "data-say": key, onclick: () => this.#do(said, name, data()) });
    this.#watch((state) => { button.hidden = !state.tools.includes(`tool.${name}`); });
    return button;
  }

  bot() {
    const status = make("output");
    this.#watch((state) => {
      status.textContent = [state.pid && this.t("process", state.pid), this.t(state.connected ? "connected" : "offline")].filter(Boolean).join(", ");
    });
    return group("bot", line(
      this.#button("restart", "restart"),
      this.#button("kill", "kill"),
      this.#button("cut", "cut", () => ({ resumable: true })),
      this.#button("cutLost", "cut", () => ({ resumable: false })),
      status,
    ));
  }

  clock() {
    const amount = number(1);
    const unit = make("select");
    const status = make("output");
    this.#watch((state) => {
      fill(unit, ["hours", "minutes", "days"].map((each) => [each, this.t(each)]));
      const ahead = lasting(state.ahead, this.speech.locale);
      status.textContent = ahead ? this.t("ahead", ahead) : this.t("onTime");
    });
    return group("clock", line(
      labelled("by", amount), labelled("unit", unit),
      this.#button("forward", "advance", () => ({ [unit.value]: amount.value }), () => this.t("moved")),
      status,
    ));
  }

  people() {
    const rows = make("div");
    const language = this.#locale((state) => state.locale, () => ({}), (locale) => this.t("serverReads", locale));
    this.#watch((state) => {
      if (rows.childElementCount) return;
      rows.append(...state.people.map((person) => this.#person(person.name)));
      reword(rows, this.t);
    });
    return group("people", rows, line(labelled("serverLanguage", language)));
  }

  // A menu of Discord's languages.
  #locale(chosen, whose, done) {
    const menu = make("select");
    menu.addEventListener("change", () => this.#do(() => done(menu.value), "language", { ...whose(), locale: menu.value }));
    this.#watch((state) => {
      fill(menu, state.locales.map((each) => [each, each]));
      if (document.activeElement !== menu) menu.value = chosen(state);
    });
    return menu;
  }

  #person(name) {
    const of = (state) => state.people.find((person) => person.name === name);
    const locale = this.#locale((state) => of(state).locale, () => ({ person: name }), (chosen) => this.t("reads", name, chosen));
    const here = make("input", { type: "checkbox" });
    here.addEventListener("change", () =>
      this.#do(() => this.t(here.checked ? "isBack" : "hasLeft", name), "member", { person: name, member: here.checked }));
    this.#watch((state) => (here.checked = of(state).member));
    return line(make("strong", { text: name }), labelled("language", locale), labelled("onServer", here));
  }

  places() {
    const place = make("select");
    const permission = make("select");
    const message = make("input", { size: 20, inputmode: "numeric" });
    const status = make("output");
    const whole = this.#button("deletePlace", "delete", () => ({ place: place.value, whole: true }));
    delete whole.dataset.say; // it names the place
    const here = (more) => () => ({ place: place.value, ...more() });
    const allow = (value) => here(() => ({ permission: permission.value, allow: value }));
    const show = (state) => {
      fill(place, state.places.map((each) => [each.id, placeName(each)]));
      fill(permission, state.permissions.map((name) => [name, this.t(name)]));
      const chosen = state.places.find((each) => each.id === place.value);
      const lacking = (chosen?.lacking ?? []).map((name) => this.t("lacking", this.t(name)));
      const marks = [chosen?.archived && this.t("archivedPlace"), chosen?.locked && this.t("lockedPlace"), ...lacking];
      whole.textContent = chosen ? this.t("deleteNamed", placeName(chosen)) : this.t("deletePlace");
      whole.disabled = !chosen;
      status.textContent = marks.filter(Boolean).join(", ") || this.t("allAllowed");
    };
    place.addEventListener("change", () => this.refresh());
    this.#watch(show);
    return group("places",
      line(labelled("place", place), status),
      line(labelled("permission", permission),
        this.#button("deny", "permissions", allow(false)), this.#button("allow", "permissions", allow(true)),
        this.#button("asServer", "permissions", allow(null))),
      line(
        this.#button("archive", "archive", here(() => ({ archived: true }))), this.#button("unarchive", "archive", here(() => ({ archived: false }))),
        this.#button("lock", "lock", here(() => ({ locked: true }))), this.#button("unlock", "lock", here(() => ({ locked: false })))),
      line(labelled("messageId", message),
        this.#button("deleteThis", "delete", here(() => ({ message: message.value }))),
        this.#button("deleteNewest", "delete", here(() => ({ newest: true })))),
      line(whole));
  }

  faults() {
    const [preset, method] = [make("select"), make("select")];
    const path = make("input", { placeholder: "/channels/\\d+/messages", spellcheck: "false" });
    const times = number(1, 1);
    const waiting = make("ul");
    const kind = (method) => (method === "*" ? this.t("any") : method);
    this.#watch((state) => {
      fill(preset, Object.entries(state.presets).map(([key, said]) => [key, this.t(...said)]));
      fill(method, state.methods.map((each) => [each, kind(each)]));
      waiting.replaceChildren(...state.faults.map((each) =>
        make("li", { text: this.t("waiting", this.t(...each.what), each.times, kind(each.method), each.path || this.t("anyPath")) })));
    });
    const asked = () => ({ preset: preset.value, method: method.value, path: path.value, times: times.value });
    return group("faults",
      line(labelled("requestsGet", preset), labelled("method", method), labelled("path", path), labelled("howMany", times)),
      line(this.#button("letFail", "fail", asked), this.#button("clear", "faults", () => ({ clear: true }))), waiting);
  }

  conformance() {
    const found = make("pre", { tabindex: 0, "data-name": "findings", hidden: true });
    const check = async () => {
      const answer = await this.#do(() => this.t("checked"), "conformance");
      found.textContent = answer?.text ?? "";
      found.hidden = !answer;
      found.focus();
    };
    const button = make("button", { type: "button", "data-say": "check", onclick: check });
    return group("conformance", line(button), found);
  }
}
