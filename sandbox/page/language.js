// The language that a person reads: those of the page and of the commands are on offer, and what the tools have let the person read.

import { make } from "./dom.js";
import { general, ownName } from "./words.js";
import { world } from "./world.js";

export class Language {
  constructor(pane) {
    this.pane = pane;
    this.element = make("select", { onchange: () => this.choose() });
  }

  async choose() {
    await this.pane.tool("language", { locale: this.element.value });
    this.element.value = this.pane.locale;
  }

  draw() {
    const { locale } = this.pane;
    const offered = [...new Set([...world.locales, locale])];
    this.element.setAttribute("aria-label", this.pane.t("language"));
    this.element.replaceChildren(...offered.map((value) => make("option", { value, text: `${general(value).toUpperCase()} · ${ownName(value, offered)}` })));
    this.element.value = locale;
  }
}
