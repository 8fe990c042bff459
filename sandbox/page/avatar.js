// A person as a round letter.

import { make } from "./dom.js";
import { world } from "./world.js";

export function avatar(userId, name) {
  const hue = world.people.findIndex((each) => each.id === userId) + 1;
  return make("span", { class: `avatar hue${hue}`, "aria-hidden": "true", "data-user": userId, text: name.slice(0, 1) });
}
