// One message as an article.

import { avatar } from "./avatar.js";
import { decorate } from "./clicks.js";
import { component, embed, nameOf } from "./components.js";
import { make, newId } from "./dom.js";
import { markdown } from "./markdown.js";
import { media } from "./media.js";
import { written } from "./times.js";
import { isPrivate, mentions, world } from "./world.js";

const LOADING = 128;
const COMPONENTS_V2 = 32768;

export function article(message, view) {
  const heading = newId("by");
  const classes = ["message"];
  if (mentions(message, view.me)) classes.push("mentioned");
  if (isPrivate(message)) classes.push("private");
  const element = make("article", { class: classes.join(" "), "aria-labelledby": heading, "data-message": message.id, "data-revision": message.revision, tabindex: -1 },
    origin(message, view),
    avatar(message.author.id, nameOf(message.author.id)),
    head(message, view, heading),
    make("div", { class: "body" }, body(message, view)),
    make("p", { class: "failed", role: "alert" }),
    isPrivate(message) && only(message, view));
  decorate(view, message.id, element);
  return element;
}

// Above the message: the command or the message that it answers.
function origin(message, view) {
  const metadata = message.interaction_metadata;
  if (message.command && metadata) {
    const name = nameOf(metadata.user.id);
    const [before, between, after] = view.t("used", "\n", "\n").split("\n");
    const typed = make("span", { class: "mention", text: message.command[view.locale] || message.command["en-US"] });
    return make("p", { class: "origin" }, avatar(metadata.user.id, name), before, make("strong", { text: name }), between, typed, after);
  }
  const answered = message.message_reference?.message_id;
  const to = answered && view.known(answered);
  if (!to) return null;
  const text = make("button", { type: "button", class: "link", text: view.t("reply", nameOf(to.author.id)), onclick: () => view.goto(message.channel_id, answered) });
  return make("p", { class: "origin" }, "↱ ", text);
}

function head(message, view, id) {
  const name = nameOf(message.author.id);
  const at = Date.parse(message.timestamp) / 1000;
  const time = make("time", { class: "soft", datetime: message.timestamp, title: written(at, "F", view.locale), text: written(at, "t", view.locale) });
  return make("h3", { class: "by", id }, authorName(message.author, name), " ",
    message.author.bot && make("span", { class: "app", text: view.t("app") }), " ", time, message.edited_timestamp && editedMark(message, view));
}

// A person's name opens their menu; by keyboard it is that of the person in the head of the pane.
function authorName(author, name) {
  if (author.bot) return make("span", { class: "author", text: name });
  return make("button", { type: "button", class: "author", "data-user": author.id, tabindex: -1, "aria-haspopup": "listbox", text: name });
}

function body(message, view) {
  if (message.flags & LOADING) return make("p", { class: "thinking soft" }, make("span", { class: "dots", "aria-hidden": "true" }), view.t("thinking", nameOf(message.author.id)));
  const layout = message.flags & COMPONENTS_V2;
  const parts = [];
  if (message.content) parts.push(markdown(message.content, view));
  parts.push(...message.embeds.map((item) => embed(item, view)));
  if (!layout) parts.push(...message.attachments.map((item) => media(item, item.description, view)));
  parts.push(...message.components.map((part) => component(part, view)));
  return parts;
}

function editedMark(message, view) {
  const at = Date.parse(message.edited_timestamp) / 1000;
  return make("span", { class: "soft", title: written(at, "F", view.locale), text: ` ${view.t("edited")}` });
}

function only(message, view) {
  const dismiss = make("button", { type: "button", class: "link", text: view.t("dismiss"), onclick: () => view.dismiss(message.id) });
  return make("p", { class: "only soft" }, make("span", { class: "eye", "aria-hidden": "true" }), `${view.t("onlyYou")} · `, dismiss);
}
