// The menu of a person: what apps offer for them.

import { send } from "./clicks.js";
import { nameOf } from "./components.js";
import { choose } from "./listbox.js";

export async function personMenu(opener, target, view) {
  const who = view.person;
  try {
    const { on_person: offered } = await view.ask("commands");
    if (!offered.length) return view.say(view.t("noneOnPerson"));
    const options = offered.map((each) => ({ label: each.name_localizations?.[view.locale] || each.name, value: each.name }));
    const [name] = (await choose(opener, {}, options, [], view.t("onPerson", nameOf(target)), view)) || [];
    if (name && view.person === who) await send(view, "on_person", { name, target }, () => view.say(view.t("silent")));
  } catch (error) {
    view.say(view.told(error));
  }
}
