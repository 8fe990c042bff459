// The log of the bot's requests: the newest first, filtered; each opens as a whole.

import { make } from "./dom.js";
import { told } from "./words.js";

export function requests(live, speech) {
  const { t } = speech;
  const match = make("input", { type: "search", spellcheck: "false", placeholder: "POST /channels 404" });
  const body = make("tbody");
  const whole = make("pre", { tabindex: 0, "data-name": "request", hidden: true });
  const total = make("output");
  let oldest = null; // the number before which to look; null: follow the newest
  let last = "";

  async function refresh() {
    const answer = await live.send("tool.requests", { match: match.value, before: oldest });
    total.textContent = oldest === null ? t("requestCount", answer.total) : t("requestsBefore", answer.total, oldest);
    const text = JSON.stringify([speech.locale, answer.requests]);
    if (text === last) return;
    last = text;
    const focused = body.contains(document.activeElement) ? document.activeElement.textContent : null;
    body.replaceChildren(...answer.requests.map((each) => row(each)));
    if (focused !== null) [...body.querySelectorAll("button")].find((button) => button.textContent === focused)?.focus();
  }

  const took = (seconds) => new Intl.NumberFormat(speech.locale, { style: "unit", unit: "millisecond", maximumFractionDigits: 0 }).format(seconds * 1000);
  const clockTime = (seconds) => new Date(seconds * 1000).toLocaleTimeString(speech.locale, { hour12: false });

  function row(each) {
    const open = make("button", { type: "button", text: `${each.number}`, onclick: () => show(each.number) });
    open.setAttribute("aria-label", `${each.number}: ${each.method} ${each.path}`);
    return make("tr", { class: each.status >= 400 ? "bad" : null },
      make("td", {}, open), make("td", { text: each.status }), make("td", { class: "path", text: `${each.method} ${each.path}` }),
      make("td", { class: "when", text: `${clockTime(each.at)} ${took(each.seconds)}` }));
  }

  async function show(number) {
    whole.textContent = await live.send("tool.requests", { number }).then((answer) => JSON.stringify(answer, null, 2), (error) => told(speech.locale, error));
    whole.hidden = false;
    whole.focus();
  }

  function turn(to) {
    oldest = to;
    refresh().catch((error) => (total.textContent = told(speech.locale, error)));
  }

  const numbers = () => [...body.querySelectorAll("button")].map((button) => Number(button.textContent));
  match.addEventListener("input", () => turn(null));
  const head = ["requestNumber", "status", "request", "when"].map((key) => make("th", { scope: "col", "data-say": key }));
  const element = make("fieldset", {}, make("legend", { "data-say": "requests" }),
    make("div", { class: "tool-line" },
      make("label", {}, make("span", { "data-say": "onlyWith" }), match),
      make("button", { type: "button", "data-say": "olderRequests", onclick: () => numbers().length && turn(Math.min(...numbers())) }),
      make("button", { type: "button", "data-say": "newestRequests", onclick: () => turn(null) }), total),
    make("div", { class: "tool-table" }, make("table", {}, make("thead", {}, make("tr", {}, ...head)), body)), whole);
  return { element, refresh };
}
