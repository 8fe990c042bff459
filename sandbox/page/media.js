// Pictures with their place kept free, their descriptions, and galleries; files as links.

import { make } from "./dom.js";

const WIDEST = 550;

export const isPicture = (media) => !media.content_type || media.content_type.startsWith("image/");

// A picture that can be enlarged; `most` is its greatest width.
export function picture(media, description, view, most = WIDEST) {
  const image = make("img", {
    src: media.url, alt: description || "", loading: "lazy", decoding: "async", width: media.width, height: media.height,
  });
  const opener = make("button", { type: "button", class: "zoomer", "aria-label": view.t("enlarge", description || view.t("picture")) }, image);
  opener.addEventListener("click", async () => {
    const { zoom } = await import("./zoom.js");
    zoom(media.url, description || "", view);
  });
  const frame = make("figure", { class: "picture" }, opener, description && caption(description, view));
  if (media.width) frame.style.width = `${Math.min(media.width, most)}px`;
  return frame;
}

function caption(description, view) {
  const text = make("span", { class: "alt-text", text: description, "aria-hidden": "true" });
  const badge = make("button", { type: "button", class: "alt-badge", text: view.t("altMark"), "aria-label": view.t("alt"), title: view.t("alt") });
  badge.addEventListener("click", () => badge.parentElement.classList.toggle("told"));
  return make("figcaption", {}, badge, text);
}

export function gallery(items, view) {
  const pictures = items.map((item) => veiled(item, media(item.media, item.description, view), view));
  return make("div", { class: "gallery", "data-count": items.length }, pictures);
}

export const media = (item, description, view, most) => (isPicture(item) ? picture(item, description, view, most) : file(item, view));

export function veiled(part, element, view) {
  if (!part.spoiler) return element;
  const cover = make("button", { type: "button", class: "cover", text: view.t("spoiler") });
  const box = make("div", { class: "covered" }, element, cover);
  cover.addEventListener("click", () => {
    box.classList.remove("covered");
    cover.remove();
  });
  return box;
}

function amountOf(bytes, locale) {
  const [count, unit] = bytes < 1024 ? [bytes, "byte"] : [bytes / 1024, "kilobyte"];
  return new Intl.NumberFormat(locale, { style: "unit", unit, maximumFractionDigits: 1 }).format(count);
}

export function file(item, view, name, size) {
  const shown = name || item.filename || decodeURIComponent(item.url.split("/").pop());
  const bytes = size ?? item.size;
  const amount = bytes && make("span", { class: "soft", text: ` ${amountOf(bytes, view.locale)}` });
  return make("p", { class: "file" }, make("a", { href: item.url, target: "_blank", rel: "noreferrer", text: shown }), amount);
}

// An emoji of the application shows its name where its picture is gone.
export function emoji(part) {
  if (!part?.name) return null;
  if (!part.id) return make("span", { class: "emoji", "aria-hidden": "true", text: part.name });
  return make("img", { class: "emoji", src: `/emojis/${part.id}.png`, alt: `:${part.name}:`, title: `:${part.name}:` });
}
