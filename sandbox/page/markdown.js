"use strict";
// The part of Discord's markdown that a board game needs.

const escapeHtml = (text) => text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);

function relative(seconds) {
  const left = seconds - Date.now() / 1000;
  const units = [["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
  const [unit, size] = units.find(([, s]) => Math.abs(left) >= s) || units[3];
  return new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(Math.round(left / size), unit);
}

function moment(seconds, style) {
  const date = new Date(seconds * 1000);
  if (style === "R") return relative(seconds);
  const forms = { t: { timeStyle: "short" }, T: { timeStyle: "medium" }, d: { dateStyle: "short" }, D: { dateStyle: "long" } };
  return date.toLocaleString("en", forms[style] || { dateStyle: "long", timeStyle: "short" });
}

function inline(html, state) {
  const channels = Object.fromEntries(state.channels.map((c) => [c.id, c.name]));
  return html
    .replace(/&lt;@!?(\d+)&gt;/g, (_, id) => `<span class="mention">@${escapeHtml(state.users[id] || "unknown")}</span>`)
    .replace(/&lt;#(\d+)&gt;/g, (_, id) => `<span class="mention">#${escapeHtml(channels[id] || "unknown")}</span>`)
    .replace(/&lt;t:(\d+)(?::(\w))?&gt;/g, (_, s, style) => `<time title="${moment(+s)}">${moment(+s, style)}</time>`)
    .replace(/&lt;(\/[^:&]+):\d+&gt;/g, '<span class="mention">$1</span>')
    .replace(/\[([^\]]+)\]\((https?:[^)\s]+)\)/g, '<a href="$2" target="_blank" rel="noreferrer">$1</a>')
    .replace(/`([^`\n]+)`/g, "<code>$1</code>")
    .replace(/\*\*(.+?)\*\*/g, "<b>$1</b>")
    .replace(/__(.+?)__/g, "<u>$1</u>")
    .replace(/~~(.+?)~~/g, "<s>$1</s>")
    .replace(/(^|[^\w*])[*_]([^*_\n]+)[*_](?!\w)/g, "$1<i>$2</i>")
    .replace(/\\([*_~`|#>\-\\])/g, "$1");
}

function line(html, state) {
  if (html.startsWith("-# ")) return `<span class="sub">${inline(html.slice(3), state)}</span>`;
  const head = /^(#{1,3}) (.*)$/.exec(html);
  if (head) return `<h${head[1].length + 1}>${inline(head[2], state)}</h${head[1].length + 1}>`;
  return inline(html.replace(/^- /, "• "), state);
}

function markdown(text, state) {
  const parts = escapeHtml(text).split(/```(?:\w*\n)?([\s\S]*?)```/);
  return parts.map((part, n) => (n % 2 ? `<pre>${part}</pre>` : part.split("\n").map((l) => line(l, state)).join("\n").replace(/(<\/h\d>)\n/g, "$1"))).join("");
}
