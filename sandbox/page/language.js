// The language that a person reads: what the page speaks is on offer, and what the tools have let the person read.

import { make } from "./dom.js";
import { ownName } from "./words.js";
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
    const offered = [...new Set([...world.languages, locale])];
    this.element.setAttribute("aria-label", this.pane.t("language"));
    this.element.replaceChildren(...offered.map((value) => make("option", { value, text: `${value.slice(0, 2).toUpperCase()} · ${ownName(value)}` })));
    this.element.value = locale;
  }
}
