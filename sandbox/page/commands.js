// Slash commands as they are typed: their names in the chosen language, their options, and what is wrong with a value.

import { placesOf, world } from "./world.js";

const GROUPS = [1, 2];
export const KIND = { integer: 4, boolean: 5, user: 6, channel: 7, role: 8, mentionable: 9, number: 10, attachment: 11 };

const localised = (item, key, locale) => item[`${key}_localizations`]?.[locale] || item[key];

// Every command that can be typed; `name` is what is sent, `shown` what is read.
export function flatten(commands, locale) {
  return commands.flatMap((command) => leaves(command, "", "", locale));
}

function leaves(item, before, shownBefore, locale) {
  const name = before + item.name;
  const shown = shownBefore + localised(item, "name", locale);
  const inner = (item.options || []).filter((option) => GROUPS.includes(option.type));
  if (inner.length) return inner.flatMap((option) => leaves(option, `${name} `, `${shown} `, locale));
  const options = (item.options || []).map((option) => ({
    ...option,
    shown: localised(option, "name", locale),
    hint: localised(option, "description", locale),
    choices: option.choices?.map((choice) => ({ ...choice, shown: localised(choice, "name", locale) })),
  }));
  return [{ name, shown, hint: localised(item, "description", locale), options }];
}

// The command at the beginning of a text and what follows it; `whole` tells that a blank follows.
export function commandIn(text, known) {
  const typed = text.slice(1);
  const fits = (name) => typed === name || typed.startsWith(`${name} `);
  const found = known.flatMap((leaf) => [leaf.shown, leaf.name].filter(fits).map((name) => ({ leaf, name })));
  const longest = found.sort((one, other) => other.name.length - one.name.length)[0];
  return longest && { leaf: longest.leaf, whole: typed.length > longest.name.length, rest: typed.slice(longest.name.length).trimStart() };
}

// The options named in a text, as in `djinns seats:3`: what stands before them, and the text of each.
export function optionsIn(text, leaf) {
  const names = leaf.options.flatMap((option) => [...new Set([option.shown, option.name])].map((name) => [name, option]));
  const known = new Map(names);
  const found = [...text.matchAll(/(^|\s)([^\s:]+):/gu)].filter((each) => known.has(each[2]));
  const parts = found.map((each, index) => ({
    option: known.get(each[2]),
    text: text.slice(each.index + each[0].length, found[index + 1]?.index).trimStart(),
  }));
  return { before: found.length ? text.slice(0, found[0].index).trim() : text, parts };
}

// The fixed choices of an option for a person, or null when it is typed freely.
export function choicesOf(option, view) {
  if (option.choices?.length) return option.choices.map((choice) => ({ shown: choice.shown, value: choice.value }));
  const users = () => Object.entries(world.users).map(([value, user]) => ({ shown: user.name, value, mention: `<@${value}>` }));
  const roles = () => Object.entries(world.roles).map(([value, name]) => ({ shown: name.replace(/^@?/, "@"), value }));
  const channels = () => placesOf(view.person).filter((each) => each.kind !== "direct").map((each) => ({ shown: `#${each.name}`, value: each.id }));
  const yesNo = () => [{ shown: view.t("yes"), value: true }, { shown: view.t("no"), value: false }];
  const lists = { [KIND.boolean]: yesNo, [KIND.user]: users, [KIND.channel]: channels, [KIND.role]: roles, [KIND.mentionable]: () => [...users(), ...roles()] };
  return lists[option.type]?.() || null;
}

const same = (one, other) => String(one).toLowerCase() === String(other).toLowerCase();

export const choiceNamed = (choices, text) => choices.find((each) => same(each.shown, text) || same(each.value, text) || same(each.shown.replace(/^[#@]/, ""), text.replace(/^[#@]/, "")) || each.mention === text);

// The value of an option by its text, or what is wrong with it.
export function valueOf(option, text, view) {
  const choices = choicesOf(option, view);
  if (choices) {
    const chosen = choiceNamed(choices, text.trim());
    return chosen ? { value: chosen.value } : { wrong: view.t("notChoice") };
  }
  if (option.type === KIND.integer || option.type === KIND.number) return numberOf(option, text.trim(), view);
  const least = option.min_length || 0;
  const most = option.max_length || 6000;
  return text.length < least || text.length > most ? { wrong: view.t("length", least, most) } : { value: text };
}

function numberOf(option, text, view) {
  const whole = option.type === KIND.integer;
  if (!(whole ? /^[-+]?\d+$/ : /^[-+]?\d*[.,]?\d+$/).test(text)) return { wrong: view.t(whole ? "whole" : "number") };
  const value = Number(text.replace(",", "."));
  const { min_value: least = -Infinity, max_value: most = Infinity } = option;
  if (value >= least && value <= most) return { value };
  if (Number.isFinite(least) && Number.isFinite(most)) return { wrong: view.t("range", least, most) };
  return { wrong: Number.isFinite(least) ? view.t("least", least) : view.t("most", most) };
}
