// The log of the bot's requests: the newest first, filtered; each opens as a whole.

import { make } from "./dom.js";

const clockTime = (seconds) => new Date(seconds * 1000).toLocaleTimeString([], { hour12: false });

export function requests(live) {
  const match = make("input", { type: "search", spellcheck: "false", placeholder: "POST /channels 404" });
  const body = make("tbody");
  const whole = make("pre", { tabindex: 0, "aria-label": "Request", hidden: true });
  const total = make("output");
  let oldest = null; // the number before which to look; null: follow the newest
  let last = "";

  async function refresh() {
    const answer = await live.send("tool.requests", { match: match.value, before: oldest });
    total.textContent = `${answer.total} requests${oldest === null ? "" : `, before number ${oldest}`}`;
    const text = JSON.stringify(answer.requests);
    if (text === last) return;
    last = text;
    const focused = body.contains(document.activeElement) ? document.activeElement.textContent : null;
    body.replaceChildren(...answer.requests.map((each) => row(each)));
    if (focused !== null) [...body.querySelectorAll("button")].find((button) => button.textContent === focused)?.focus();
  }

  function row(each) {
    const open = make("button", { type: "button", text: `${each.number}`, onclick: () => show(each.number) });
    open.setAttribute("aria-label", `${each.number}: ${each.method} ${each.path}`);
    return make("tr", { class: each.status >= 400 ? "bad" : null },
      make("td", {}, open), make("td", { text: each.status }), make("td", { text: `${each.method} ${each.path}` }),
      make("td", { text: `${clockTime(each.at)} ${Math.round(each.seconds * 1000)} ms` }));
  }

  async function show(number) {
    whole.textContent = await live.send("tool.requests", { number }).then((answer) => JSON.stringify(answer, null, 2), (error) => error.message);
    whole.hidden = false;
    whole.focus();
  }

  function turn(to) {
    oldest = to;
    refresh().catch((error) => (total.textContent = error.message));
  }

  const numbers = () => [...body.querySelectorAll("button")].map((button) => Number(button.textContent));
  match.addEventListener("input", () => turn(null));
  const head = ["Number", "Status", "Request", "At, took"].map((title) => make("th", { scope: "col", text: title }));
  const element = make("fieldset", {}, make("legend", { text: "Requests of the bot" }),
    make("div", { class: "tool-line" },
      make("label", {}, make("span", { text: "Only those with" }), match),
      make("button", { type: "button", text: "Older", onclick: () => numbers().length && turn(Math.min(...numbers())) }),
      make("button", { type: "button", text: "Newest", onclick: () => turn(null) }), total),
    make("div", { class: "tool-table" }, make("table", {}, make("thead", {}, make("tr", {}, ...head)), body)), whole);
  return { element, refresh };
}
