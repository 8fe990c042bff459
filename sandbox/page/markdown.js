// Discord's markdown as elements; text stays text, so that no name or message can bring HTML along.

import { make } from "./dom.js";
import { emoji } from "./media.js";
import { moment } from "./times.js";
import { place, world } from "./world.js";

const INLINE = [
  [/\\([^A-Za-z0-9\s])/y, (found) => found[1]],
  [/(`+)([^`][\s\S]*?)\1(?!`)/y, (found) => make("code", { text: found[2].trim() || found[2] })],
  [/<@!?(\d+)>/y, (found, view) => mention(`@${world.users[found[1]]?.name || view.t("unknown")}`, found[1] === view.me, found[1])],
  [/<@&(\d+)>/y, (found, view) => mention(`@${world.roles[found[1]] || view.t("unknown")}`)],
  [/@(?:everyone|here)\b/y, (found) => mention(found[0])],
  [/<#(\d+)>/y, (found, view) => channelLink(found[1], null, view)],
  [/<\/([^:<>]+):\d+>/y, (found, view) => commandLink(found[1], view)],
  [/<t:(-?\d+)(?::([tTdDfFsSR]))?>/y, (found, view) => moment(Number(found[1]), found[2] || "f", view.locale)],
  [/<a?:(\w+):(\d+)>/y, (found) => emoji({ name: found[1], id: found[2] })],
  [/\[((?:\\.|[^[\]\\])+)\]\(<?(https?:\/\/[^\s()<>]+)>?(?: "[^"]*")?\)/y, (found, view) => link(found[2], inline(found[1], view), view)],
  [/<(https?:\/\/[^\s<>]+)>/y, (found, view) => link(found[1], null, view)],
  [/https?:\/\/[^\s<]+[^\s<.,:;"')\]*_~|]/y, (found, view) => link(found[0], null, view)],
  [/\*\*((?:\\.|[^\\])+?)\*\*(?!\*)/y, (found, view) => make("strong", {}, inline(found[1], view))],
  [/__((?:\\.|[^\\])+?)__(?!_)/y, (found, view) => make("u", {}, inline(found[1], view))],
  [/\*(?=\S)((?:\*\*|\\.|[^*\\])+?)\*(?!\*)/y, (found, view) => make("em", {}, inline(found[1], view))],
  [/(?<![A-Za-z0-9])_((?:__|\\.|[^_\\])+?)_(?![A-Za-z0-9_])/y, (found, view) => make("em", {}, inline(found[1], view))],
  [/~~((?:\\.|[^\\])+?)~~/y, (found, view) => make("s", {}, inline(found[1], view))],
  [/\|\|((?:\\.|[^\\])+?)\|\|/y, (found, view) => spoiler(inline(found[1], view), view)],
];
const PLAIN = /[^\\`<@[h*_~|]+|[\s\S]/y;

export function inline(text, view) {
  const nodes = [];
  let at = 0;
  while (at < text.length) {
    let node = null;
    for (const [rule, build] of INLINE) {
      rule.lastIndex = at;
      const found = rule.exec(text);
      if (!found) continue;
      node = build(found, view);
      at += found[0].length;
      break;
    }
    if (node === null) {
      PLAIN.lastIndex = at;
      [node] = PLAIN.exec(text);
      at += node.length;
    }
    if (typeof node === "string" && typeof nodes.at(-1) === "string") nodes[nodes.length - 1] += node;
    else nodes.push(node);
  }
  return nodes;
}

const mention = (text, me = false, user = null) => make("span", { class: me ? "mention me" : "mention", "data-user": user, text });

function channelLink(id, message, view) {
  const found = place(id);
  if (!found) return mention(`#${view.t("unknown")}`);
  const text = `${found.kind === "thread" ? "↳ " : "#"}${found.name}${message ? " ›" : ""}`;
  return make("button", { type: "button", class: "mention", text, onclick: () => view.goto(id, message) });
}

const commandLink = (name, view) => make("button", { type: "button", class: "mention", text: `/${name}`, onclick: () => view.type(`/${name} `) });

export function link(url, children, view) {
  const inside = /^https:\/\/(?:\w+\.)?discord\.com\/channels\/[^/]+\/(\d+)(?:\/(\d+))?$/.exec(url);
  if (inside && !children) return channelLink(inside[1], inside[2], view);
  if (inside) return make("button", { type: "button", class: "link", onclick: () => view.goto(inside[1], inside[2]) }, children);
  return make("a", { href: url, target: "_blank", rel: "noreferrer noopener" }, children || url);
}

function spoiler(children, view) {
  const hidden = make("span", { class: "veil" }, children);
  const element = make("span", { class: "spoiler", role: "button", tabindex: 0, "aria-label": view.t("spoiler") }, hidden);
  const show = () => {
    element.classList.add("shown");
    for (const name of ["role", "tabindex", "aria-label"]) element.removeAttribute(name);
  };
  element.addEventListener("click", show);
  element.addEventListener("keydown", (event) => ["Enter", " "].includes(event.key) && (event.preventDefault(), show()));
  return element;
}

const LIST = /^( *)(?:[-*]|(\d+)\.) +(.*)$/;

// How a block begins, and what takes it from the front of the lines.
const BLOCKS = [
  [/^(#{1,3}) +(\S.*)$/, (lines, view, [, signs, text]) => (lines.shift(), make("h4", { class: `size${signs.length}` }, inline(text, view)))],
  [/^-# +(\S.*)$/, (lines, view, [, text]) => (lines.shift(), make("p", { class: "subtext" }, inline(text, view)))],
  [/^>>> /, (lines, view) => make("blockquote", {}, blocks(lines.splice(0).join("\n").slice(4).split("\n"), view))],
  [/^> /, (lines, view) => make("blockquote", {}, blocks(taken(lines, (line) => line.startsWith("> ")).map((line) => line.slice(2)), view))],
  [LIST, (lines, view, [, indent]) => list(lines, indent.length, view)],
];

function taken(lines, fits) {
  const end = lines.findIndex((line) => !fits(line));
  return lines.splice(0, end < 0 ? lines.length : end);
}

function list(lines, depth, view) {
  const [, , number] = LIST.exec(lines[0]);
  const element = make(number ? "ol" : "ul", { start: number });
  while (lines.length) {
    const found = LIST.exec(lines[0]);
    if (!found || found[1].length < depth) break;
    if (found[1].length > depth + 1 && element.lastChild) {
      element.lastChild.append(list(lines, found[1].length, view));
      continue;
    }
    if (Boolean(found[2]) !== Boolean(number) && found[1].length <= depth + 1) break;
    lines.shift();
    element.append(make("li", {}, inline(found[3], view)));
  }
  return element;
}

function blocks(lines, view) {
  const nodes = [];
  let plain = [];
  // An empty line before a block is a gap: at the end of a paragraph it would not be shown.
  const flush = () => {
    const last = plain.findLastIndex((line) => line.trim());
    const gap = last < plain.length - 1 && nodes.length + last >= 0;
    if (last >= 0) nodes.push(make("p", {}, inline(plain.slice(0, last + 1).join("\n"), view)));
    plain = [];
    return gap;
  };
  while (lines.length) {
    const rule = BLOCKS.find(([start]) => start.test(lines[0]));
    if (rule) {
      const gap = flush();
      const block = rule[1](lines, view, rule[0].exec(lines[0]));
      block.classList.toggle("apart", gap);
      nodes.push(block);
    } else {
      plain.push(lines.shift());
    }
  }
  flush();
  return nodes;
}

export function markdown(text, view) {
  const element = make("div", { class: "text" });
  const parts = text.split(/```(?:\w*\n)?([\s\S]*?)\n?```\n?/);
  parts.forEach((part, index) => {
    if (index % 2) element.append(make("pre", { tabindex: 0 }, make("code", { text: part })));
    else if (part) element.append(...blocks(part.replace(/\n$/, "").split("\n"), view));
  });
  return element;
}
