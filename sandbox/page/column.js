// The column of channels: threads under their channel, archived ones folded away, direct messages, who one is.

import { avatar } from "./avatar.js";
import { make } from "./dom.js";
import { person, placesOf, unread } from "./world.js";

const SIGNS = { channel: "#", thread: "↳", direct: "@" };

export class Column {
  constructor(view) {
    this.view = view;
    this.list = make("div", { class: "column-list" });
    this.me = make("p", { class: "self" });
    this.element = make("nav", { class: "column" }, make("p", { class: "server", text: "Garden Club" }), this.list, this.me);
    this.opened = new Set();
  }

  draw() {
    const { view } = this;
    const focused = this.list.contains(document.activeElement) && document.activeElement.dataset.channel;
    const seen = placesOf(view.person);
    const parts = seen.filter((each) => each.kind === "channel").map((channel) => this.branch(channel, seen));
    const direct = seen.filter((each) => each.kind === "direct").map((each) => make("li", {}, this.entry(each)));
    if (!direct.length) direct.push(make("li", {}, make("button", { type: "button", class: "place", onclick: () => view.openDirect() }, this.sign("direct"), "Parterre")));
    this.element.setAttribute("aria-label", view.t("channels"));
    this.list.replaceChildren(make("ul", {}, parts), make("p", { class: "column-title", text: view.t("direct") }), make("ul", {}, direct));
    const who = person(view.person);
    this.me.replaceChildren(avatar(view.me, view.person), make("span", {}, make("strong", { text: view.person }), who?.manages && make("span", { class: "soft", text: view.t("manages") })));
    if (focused) this.list.querySelector(`[data-channel="${focused}"]`)?.focus();
  }

  branch(channel, seen) {
    const inside = seen.filter((each) => each.parent === channel.id).reverse();
    const open = inside.filter((each) => !each.archived || each.id === this.view.channel);
    const folded = inside.filter((each) => !open.includes(each));
    const item = make("li", {}, this.entry(channel));
    if (open.length) item.append(make("ul", { class: "threads" }, open.map((each) => make("li", {}, this.entry(each)))));
    if (folded.length) item.append(this.archive(channel, folded));
    return item;
  }

  archive(channel, folded) {
    const box = make("details", { class: "threads", open: this.opened.has(channel.id) },
      make("summary", { text: this.view.t("archivedThreads", folded.length) }), make("ul", {}, folded.map((each) => make("li", {}, this.entry(each)))));
    box.addEventListener("toggle", () => this.opened[box.open ? "add" : "delete"](channel.id));
    return box;
  }

  sign(kind) {
    return make("span", { class: "sign", "aria-hidden": "true", text: SIGNS[kind] });
  }

  entry(each) {
    const { view } = this;
    const here = each.id === view.channel;
    const marks = here ? { any: false, mentions: 0 } : unread(view.person, each.id);
    const badge = marks.mentions ? make("span", { class: "badge", "aria-hidden": "true", text: marks.mentions }) : marks.any && make("span", { class: "dot", "aria-hidden": "true" });
    const told = marks.mentions ? view.t("unreadMentions", marks.mentions) : marks.any && view.t("unread");
    const classes = ["place", marks.any && "unread", each.archived && "archived"].filter(Boolean).join(" ");
    return make("a", {
      class: classes, href: view.hashFor(each.id), "data-channel": each.id, "aria-current": here && "page", title: each.name,
      onclick: (event) => {
        event.preventDefault();
        view.goto(each.id);
      },
    }, this.sign(each.kind), make("span", { class: "place-name", text: each.name }), badge, told && make("span", { class: "hidden", text: `, ${told}` }));
  }
}
