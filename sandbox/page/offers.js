// What the list above the composer offers: commands, further options, choices of an option.

import { make } from "./dom.js";

const PAUSE = 80; // ms of quiet before choices are asked for anew
const MOST = 50;

export function offerCommands(slash, typed) {
  const { known, view } = slash;
  const begins = (leaf) => leaf.shown.startsWith(typed) || leaf.name.startsWith(typed);
  const fits = known.filter((leaf) => leaf.shown.includes(typed) || leaf.name.includes(typed)).sort((one, other) => begins(other) - begins(one));
  const items = fits.map((leaf) => ({ label: `/${leaf.shown}`, detail: leaf.hint, take: () => slash.start(leaf) }));
  const none = known.length ? view.t("unknownCommand", `/${typed}`) : view.t("starting");
  slash.suggest.show(slash.main, [fits.length ? view.t("commands") : none], items, slash.meant(slash.main));
}

export function offerOptions(slash, field, typed) {
  const open = slash.leaf.options.filter((option) => !slash.chips.some((chip) => chip.option.name === option.name));
  const fits = open.filter((option) => option.shown.includes(typed) || option.name.includes(typed));
  const items = fits.map((option) => ({ label: `+ ${option.shown}`, detail: option.hint, take: () => slash.add(option) }));
  if (items.length) slash.suggest.show(field, [slash.view.t("options")], items, field === slash.main && slash.meant(field));
  else slash.suggest.close();
}

export async function offerChoices(slash, chip) {
  const { option } = chip;
  const asked = ++slash.asked;
  if (option.autocomplete) {
    await new Promise((done) => setTimeout(done, chip.offered.length ? PAUSE : 0));
    const stale = () => asked !== slash.asked || !slash.chips.includes(chip);
    if (stale()) return;
    const choices = await complete(slash, chip);
    if (stale()) return;
    chip.offered = choices;
  }
  const typed = chip.text.trim().toLowerCase();
  const fits = option.autocomplete ? chip.offered : chip.choices.filter((choice) => choice.shown.toLowerCase().includes(typed));
  const items = fits.slice(0, MOST).map((choice) => ({ label: choice.shown, take: () => slash.pick(chip, choice) }));
  const title = [make("strong", { text: option.shown }), ` ${option.hint}`];
  if (option.autocomplete && !items.length) title.push(make("span", { class: "soft", text: ` · ${slash.view.t("noChoices")}` }));
  slash.suggest.show(chip.field, title, items, slash.meant(chip.field));
}

async function complete(slash, chip) {
  const { view, leaf } = slash;
  const { options } = slash.values(slash.chips.filter((each) => each !== chip && each.text.trim()));
  try {
    const { choices = [] } = await view.ask("complete", { name: leaf.name, option: chip.option.name, text: chip.text, options });
    return choices.map((choice) => ({ shown: choice.name_localizations?.[view.locale] || choice.name, value: choice.value }));
  } catch {
    return [];
  }
}
