// An option of a command that takes a file: it is uploaded as soon as it is chosen, and the command sends its id.

import { Chip } from "./chip.js";

export class FileChip extends Chip {
  constructor(option, view, remove) {
    super(option, view, remove);
    this.ofFile = true;
    this.field.addEventListener("change", () => this.upload());
  }

  get kind() {
    return { type: "file" };
  }

  get text() {
    return this.field.files[0]?.name || "";
  }

  // A page cannot choose a file for a person.
  set text(_) {
    this.tell("");
  }

  fit() {}

  focus() {
    this.field.focus();
  }

  get choices() {
    return [];
  }

  get settled() {
    return this.picked !== null;
  }

  async upload() {
    const [file] = this.field.files;
    this.picked = null;
    this.tell("");
    this.field.setAttribute("aria-busy", String(Boolean(file)));
    if (!file) return;
    const told = await this.sent(file);
    if (file !== this.field.files[0]) return;
    this.field.setAttribute("aria-busy", "false");
    if (told.error) this.tell(this.view.told({ said: told.error }));
    else this.picked = { shown: file.name, value: told.id };
  }

  async sent(file) {
    try {
      const answer = await fetch(`/page/file?name=${encodeURIComponent(file.name)}`, { method: "POST", body: file });
      return answer.ok ? await answer.json() : { error: ["connectionLost"] };
    } catch {
      return { error: ["connectionLost"] };
    }
  }

  read() {
    if (this.picked) return { value: this.picked.value };
    if (!this.text) this.tell(this.view.t(this.option.required ? "required" : "valueMissing"));
    else if (!this.error.textContent) this.tell(this.view.t("fileOnItsWay"));
    return null;
  }
}
