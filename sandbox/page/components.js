// The components of a message as elements.

import { press } from "./clicks.js";
import { make } from "./dom.js";
import { markdown } from "./markdown.js";
import { emoji, file, gallery, media, veiled } from "./media.js";
import { menu } from "./menus.js";
import { world } from "./world.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger" };

function button(part, view) {
  const label = part.label ? make("span", { text: part.label }) : null;
  if (part.url) {
    const attributes = { class: "button secondary", href: part.url, target: "_blank", rel: "noreferrer noopener" };
    return make("a", attributes, emoji(part.emoji), label, make("span", { class: "away", text: "↗", "aria-hidden": "true" }));
  }
  const element = make("button", { type: "button", class: `button ${STYLES[part.style] || "secondary"}`, disabled: !!part.disabled, "data-id": part.custom_id }, emoji(part.emoji), label);
  if (!part.label && part.emoji) element.setAttribute("aria-label", part.emoji.name);
  element.addEventListener("click", () => press(view, element, part.custom_id));
  return element;
}

const all = (parts, view) => parts.map((part) => component(part, view));
const isMenu = (part) => [3, 5, 6, 7, 8].includes(part.type);

const BUILDERS = {
  1: (part, view) => make("div", { class: isMenu(part.components[0]) ? "row wide" : "row" }, all(part.components, view)),
  2: button,
  9: (part, view) => make("div", { class: "section" }, make("div", { class: "stack" }, all(part.components, view)), make("div", { class: "accessory" }, component(part.accessory, view))),
  10: (part, view) => markdown(part.content, view),
  11: (part, view) => veiled(part, media(part.media, part.description, view, 85), view),
  12: (part, view) => gallery(part.items, view),
  13: (part, view) => veiled(part, file(part.file, view, part.name, part.size), view),
  14: (part) => make("div", { class: `separator${part.spacing === 2 ? " large" : ""}${part.divider ? " line" : ""}`, role: part.divider ? "separator" : null }),
  17: container,
};

function container(part, view) {
  const box = make("div", { class: "container stack" }, all(part.components, view));
  if (part.accent_color !== null && part.accent_color !== undefined) box.style.setProperty("--accent", `#${part.accent_color.toString(16).padStart(6, "0")}`);
  return veiled(part, box, view);
}

export function component(part, view) {
  if (isMenu(part)) return menu(part, view, (element, values) => press(view, element, part.custom_id, values));
  const build = BUILDERS[part.type];
  return build ? build(part, view) : make("p", { class: "soft", text: view.t("unsupported", part.type) });
}

export function embed(item, view) {
  const title = item.title && markdown(item.url ? `**[${item.title}](${item.url})**` : `**${item.title}**`, view);
  const fields = (item.fields || []).map((field) => make("div", { class: field.inline ? "inline" : "" }, make("strong", {}, markdown(field.name, view)), markdown(field.value, view)));
  const body = make("div", { class: "stack" },
    item.author && make("p", { class: "soft", text: item.author.name }),
    title, item.description && markdown(item.description, view),
    fields.length > 0 && make("div", { class: "fields" }, fields),
    item.image && media(item.image, "", view),
    item.footer && make("p", { class: "subtext", text: item.footer.text }));
  const box = make("div", { class: "container embed section" }, body, item.thumbnail && make("div", { class: "accessory" }, media(item.thumbnail, "", view, 85)));
  if (item.color !== undefined && item.color !== null) box.style.setProperty("--accent", `#${item.color.toString(16).padStart(6, "0")}`);
  return box;
}

export const nameOf = (userId) => world.users[userId]?.name || "?";
