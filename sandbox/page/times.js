// Moments in the reader's language and time zone; relative ones go on ticking.

import { make } from "./dom.js";
import { say } from "./words.js";
import { now } from "./world.js";

const FORMS = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};
// Relative moments are rounded as Discord rounds them: unit, its seconds, and from how many of it on the next unit is told.
const UNITS = [["second", 1, 45], ["minute", 60, 45], ["hour", 3600, 22], ["day", 86400, 26], ["month", 2629746, 11], ["year", 31556952, Infinity]];
const formats = new Map();

function cached(key, build) {
  if (!formats.has(key)) formats.set(key, build());
  return formats.get(key);
}

export function written(seconds, style, locale) {
  if (style === "R") return relative(seconds, locale);
  const form = FORMS[style] || FORMS.f;
  return cached(locale + style, () => new Intl.DateTimeFormat(locale, form)).format(new Date(seconds * 1000));
}

function relative(seconds, locale) {
  const left = seconds - now();
  const [unit, size] = UNITS.find(([, length, most]) => Math.round(Math.abs(left) / length) < most);
  const count = Math.max(1, Math.round(Math.abs(left) / size)) * (left < 0 ? -1 : 1);
  const format = cached(`${locale}R`, () => new Intl.RelativeTimeFormat(locale, { numeric: "always" }));
  const one = Math.abs(count) === 1 && unit !== "second" && say(locale, `one_${unit}`);
  return format.formatToParts(count, unit).map((part) => (one && part.type === "integer" ? one : part.value)).join("");
}

export function moment(seconds, style, locale) {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return make("span", { text: `<t:${seconds}>` });
  return make("time", {
    datetime: date.toISOString(),
    title: written(seconds, "F", locale),
    "data-at": style === "R" && seconds,
    "data-locale": locale,
    text: written(seconds, style, locale),
  });
}

export function tick() {
  for (const element of document.querySelectorAll("time[data-at]")) {
    const text = relative(Number(element.dataset.at), element.dataset.locale);
    if (element.textContent !== text) element.textContent = text;
  }
}

setInterval(tick, 1000);
