// The commands a person sent lately, to be filled in again with the arrow up.

import { keep, kept } from "./dom.js";

const MOST = 20;
const keyOf = (slash) => `recent:${slash.view.person}`;

export function remember(slash) {
  const filled = slash.chips.filter((chip) => chip.text && !chip.ofFile).map((chip) => [chip.option.name, chip.text, chip.picked?.value ?? null]);
  const entry = { name: slash.leaf.name, filled };
  const others = kept(keyOf(slash), []).filter((each) => JSON.stringify(each) !== JSON.stringify(entry));
  keep(keyOf(slash), [entry, ...others].slice(0, MOST));
}

// One command further back (-1) or forth (1); tells whether there was one.
export function recall(slash, step) {
  const recent = kept(keyOf(slash), []).filter((each) => slash.known.some((leaf) => leaf.name === each.name));
  const had = slash.recalled >= 0;
  const at = Math.min(recent.length - 1, slash.recalled - step);
  if (at < 0) {
    if (had) slash.composer.clear();
    return had;
  }
  const leaf = slash.known.find((each) => each.name === recent[at].name);
  slash.recalled = at;
  slash.start(leaf);
  for (const [name, text, value] of recent[at].filled) refill(slash, name, text, value);
  slash.main.focus();
  slash.suggest.close();
  return true;
}

function refill(slash, name, text, value) {
  const option = slash.leaf.options.find((each) => each.name === name);
  if (!option) return;
  if (value === null) slash.chip(option).text = text;
  else slash.chip(option).pick({ shown: text, value });
}
