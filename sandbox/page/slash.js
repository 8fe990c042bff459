// A slash command in the composer: its name, and its options as chips.

import { Chip } from "./chip.js";
import { KIND, commandIn, flatten, optionsIn } from "./commands.js";
import { make } from "./dom.js";
import { FileChip } from "./file-chip.js";
import { offerChoices, offerCommands, offerOptions } from "./offers.js";
import { recall, remember } from "./recent.js";
import { Suggest } from "./suggest.js";

export class Slash {
  constructor(composer, view) {
    Object.assign(this, { composer, view, main: composer.main, known: [], chips: [], leaf: null, asked: 0, recalled: -1 });
    this.suggest = new Suggest();
    this.name = make("span", { class: "command" });
    composer.element.prepend(this.suggest.element);
  }

  async learn() {
    try {
      const { commands } = await this.view.ask("commands");
      this.known = flatten(commands, this.view.locale);
    } catch {
      this.known = [];
    }
    if (!this.leaf && this.main.value.startsWith("/") && document.activeElement === this.main) this.typed(this.main);
  }

  leave() {
    this.asked += 1;
    this.leaf = null;
    this.chips = [];
    this.recalled = -1;
    this.suggest.close();
  }

  chipOf(element) {
    return this.chips.find((chip) => chip.field === element);
  }

  typed(element) {
    this.recalled = -1;
    const chip = this.chipOf(element);
    if (chip) return this.typedInChip(chip);
    const text = this.main.value;
    if (this.leaf) return this.typedOption(text);
    if (!text.startsWith("/")) return this.suggest.close();
    const found = commandIn(text, this.known);
    if (found?.whole) return this.start(found.leaf, found.rest);
    return offerCommands(this, text.slice(1).toLowerCase());
  }

  typedInChip(chip) {
    if (chip.ofFile) return this.suggest.close();
    chip.picked = null;
    chip.tell("");
    chip.fit();
    if (this.meant(chip.field)) this.suggest.markFitting(chip.field, chip.text); // what was a choice may be half of another one now
    const { before, parts } = optionsIn(chip.text, this.leaf);
    if (!parts.length) return offerChoices(this, chip);
    chip.text = before;
    return this.fill(parts);
  }

  typedOption(text) {
    const { parts } = optionsIn(text, this.leaf);
    if (!parts.length) return offerOptions(this, this.main, text.trim().toLowerCase());
    this.main.value = "";
    return this.fill(parts);
  }

  // -- the command and its chips --------------------------------------------------------

  start(leaf, rest = "") {
    this.leaf = leaf;
    this.name.textContent = `/${leaf.shown}`;
    this.main.value = "";
    this.main.placeholder = "";
    this.composer.field.replaceChildren(this.name, this.main);
    this.chips = [];
    leaf.options.filter((option) => option.required).forEach((option) => this.chip(option));
    const { before, parts } = optionsIn(rest, leaf);
    if (before && this.chips.length) this.chips[0].text = before;
    else this.main.value = before;
    if (parts.length) this.fill(parts);
    else this.goOn();
  }

  chip(option) {
    const existing = this.chips.find((each) => each.option.name === option.name);
    if (existing) return existing;
    const kind = option.type === KIND.attachment ? FileChip : Chip;
    const made = new kind(option, this.view, () => this.drop(made));
    this.chips.push(made);
    this.main.before(made.element);
    return made;
  }

  fill(parts) {
    for (const { option, text } of parts) this.chip(option).text = text.trimEnd();
    const last = this.chip(parts.at(-1).option);
    last.focus();
    offerChoices(this, last);
  }

  add(option) {
    this.main.value = "";
    this.chip(option).focus();
  }

  drop(chip) {
    chip.element.remove();
    this.chips = this.chips.filter((each) => each !== chip);
    this.main.focus();
  }

  // To the next empty required option, else to where more can be added.
  goOn() {
    const next = this.chips.find((chip) => chip.option.required && !chip.text);
    if (next) next.focus();
    else if (document.activeElement === this.main) offerOptions(this, this.main, "");
    else this.main.focus();
  }

  entered(element) {
    if (this.recalled >= 0 || document.activeElement !== element) return;
    const chip = this.chipOf(element);
    if (chip && !chip.picked) offerChoices(this, chip);
    else if (this.leaf) offerOptions(this, element, "");
  }

  pick(chip, choice) {
    this.asked += 1;
    chip.pick(choice);
    chip.focus();
    const next = this.chips.find((each) => each.option.required && !each.text);
    if (next) next.focus();
    else offerOptions(this, chip.field, "");
  }

  // -- keys -----------------------------------------------------------------------------

  // Tells whether the key meant something here.
  key(event) {
    const actions = {
      ArrowDown: () => this.move(1),
      ArrowUp: () => this.move(-1),
      Tab: () => !event.shiftKey && this.accept(event.target, true),
      Enter: () => !event.shiftKey && this.accept(event.target, false),
      Escape: () => this.escape(),
      Backspace: () => this.backspace(event.target),
    };
    return Boolean(actions[event.key]?.());
  }

  move(step) {
    const empty = !this.leaf && !this.main.value;
    if (empty || this.recalled >= 0) return recall(this, step);
    if (this.suggest.open) this.suggest.move(step);
    return this.suggest.open;
  }

  // Is the first suggestion meant unless a person moves on? So it is while what is typed is not yet one of them.
  meant(field) {
    const chip = this.chipOf(field);
    if (chip) return !chip.settled;
    return Boolean(this.main.value) && !(!this.leaf && commandIn(this.main.value, this.known));
  }

  // Take the marked suggestion; Tab ends a command's name as well.
  accept(field, byTab) {
    const named = byTab && this.suggest.open && field === this.main && Boolean(this.main.value);
    const wanted = this.suggest.marked && this.suggest.field === field && (this.suggest.moved || this.meant(field));
    if (!wanted && !named) return false;
    if (byTab && !this.suggest.moved && this.chipOf(field)?.text === "") return false;
    this.suggest.take();
    return true;
  }

  escape() {
    if (!this.suggest.element.hidden) {
      this.suggest.close();
      return true;
    }
    if (!this.leaf && !this.main.value) return false;
    this.composer.clear();
    this.main.focus();
    return true;
  }

  backspace(field) {
    if (!this.leaf || field.value) return false;
    const at = field === this.main ? this.chips.length : this.chips.indexOf(this.chipOf(field));
    const chip = this.chips[at];
    const before = this.chips[at - 1];
    if (chip && !chip.option.required) this.drop(chip);
    if (before) before.focus();
    else if (!chip || chip.option.required) this.composer.type(`/${this.leaf.shown}`);
    return true;
  }

  // -- sending --------------------------------------------------------------------------

  // What was filled in, and the first chip that is wrong.
  values(chips = this.chips) {
    const options = {};
    let wrong = null;
    for (const chip of chips) {
      const found = chip.read();
      if (found) options[chip.option.name] = found.value;
      else wrong ||= chip;
    }
    return { options, wrong };
  }

  // The command that is to be sent, or null after telling what is wrong with it.
  filled(text) {
    if (!this.leaf) {
      const found = commandIn(text, this.known);
      if (!found) return this.composer.say(this.view.t("unknownCommand", text));
      this.start(found.leaf, found.rest);
    }
    const { options, wrong } = this.values();
    if (wrong) return wrong.focus();
    remember(this);
    return { name: this.leaf.name, options };
  }
}
