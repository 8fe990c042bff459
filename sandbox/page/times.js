// Moments in the reader's language and time zone; relative ones go on ticking.

import { make } from "./dom.js";
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
const UNITS = [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
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
  const [unit, size] = UNITS.find(([, length]) => Math.abs(left) >= length) || UNITS.at(-1);
  const format = cached(`${locale}R`, () => new Intl.RelativeTimeFormat(locale, { numeric: "auto" }));
  return format.format(Math.trunc(left / size), unit);
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
