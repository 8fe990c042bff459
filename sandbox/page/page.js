// The page: one pane or two, what is set for all of them, and the line that tells about the connection.

import { keep, kept, make } from "./dom.js";
import { live } from "./live.js";
import { Pane } from "./pane.js";
import { tick } from "./times.js";
import { learn, reword, say } from "./words.js";
import { person, world } from "./world.js";

const get = (id) => document.getElementById(id);
const settings = kept("page", { theme: "auto", two: false, phone: false });
const channels = kept("channels", {});
const panes = [];
let shownWorld = null;
let learning = null; // the words of who reads the page, on their way
let arranging = false; // what the address says is being shown, so that it is no new step in the history

const address = (pane, channel) => `${pane.person}/${channel ?? ""}`;

const page = {
  hash(pane, channel) {
    return `#${panes.map((each) => address(each, each === pane ? channel : each.channel)).join("&")}`;
  },
  moved(pane) {
    if (pane.channel) channels[pane.person] = pane.channel;
    keep("channels", channels);
    const hash = page.hash(pane, pane.channel);
    if (arranging) history.replaceState(null, "", hash);
    else if (location.hash !== hash) history.pushState(null, "", hash);
    document.title = [pane.title.textContent, "Garden Club"].filter(Boolean).join(" · ");
    drawHead();
  },
  dismissed(message) {
    for (const pane of panes) pane.log.remove(message);
  },
  readBy(name) {
    for (const pane of panes) if (pane.person === name) pane.drawColumn();
  },
};

function set(name, value) {
  settings[name] = value;
  keep("page", settings);
  drawSettings();
}

// Whose language the page speaks outside the panes.
const speech = {
  get locale() {
    return panes[0]?.locale || "en-US";
  },
  t: (key, ...values) => say(speech.locale, key, ...values),
};
const { t } = speech;

function drawSettings() {
  document.documentElement.dataset.theme = settings.theme;
  document.body.classList.toggle("phone", settings.phone);
  get("theme").value = settings.theme;
  for (const name of ["two", "phone"]) get(name).setAttribute("aria-pressed", String(settings[name]));
}

function drawHead() {
  document.documentElement.lang = speech.locale;
  reword(document, t);
  for (const option of get("theme").options) option.textContent = `◐ ${t(option.value)}`;
}

// -- panes ----------------------------------------------------------------------------------

function wanted(two) {
  const asked = decodeURIComponent(location.hash.slice(1)).split("&").map((part) => part.split("/"));
  const known = asked.filter(([name]) => person(name)).map(([name, channel]) => ({ name, channel }));
  if (!known.length) known.push({ name: "Ada" });
  if (known.length === 1 && two) known.push({ name: world.people.find((each) => each.name !== known[0].name).name });
  return known.slice(0, 2);
}

// One pane for each person of the address; with `two`, one more for somebody else.
async function arrange(two = false) {
  const plan = wanted(two);
  arranging = true;
  while (panes.length > plan.length) panes.pop().element.remove();
  for (const [index, { name, channel }] of plan.entries()) {
    if (!panes[index]) {
      panes.push(new Pane(page, name));
      get("panes").append(panes[index].element);
    }
    const pane = panes[index];
    if (pane.person === name && pane.channel && pane.channel === (channel || pane.channel)) continue;
    pane.person = name;
    await pane.open(channel || channels[name]);
  }
  arranging = false;
  get("two").disabled = false;
  set("two", panes.length > 1);
  drawHead();
}

async function pair() {
  history.pushState(null, "", `#${address(panes[0], panes[0].channel)}`);
  await arrange(panes.length < 2);
}

// -- tools ----------------------------------------------------------------------------------

async function toggleTools() {
  const panel = get("tools-panel");
  panel.hidden = !panel.hidden;
  get("tools").setAttribute("aria-expanded", String(!panel.hidden));
  if (panel.hidden || panel.childElementCount) return;
  try {
    const { mount } = await import("./tools.js");
    mount(panel, live, speech);
  } catch (error) {
    console.info(error.message);
    panel.append(make("p", { "data-say": "noTools", text: t("noTools") }));
  }
}

// -- what the sandbox tells -------------------------------------------------------------------

function tell(text, passing = false) {
  const banner = get("banner");
  banner.textContent = text;
  clearTimeout(tell.timer);
  if (passing) tell.timer = setTimeout(() => (banner.textContent = ""), 6000);
}

live.on("offline", () => tell(t("lost")));
live.on("places", async () => {
  await learning;
  if (shownWorld === null) {
    shownWorld = world.run;
    await arrange(settings.two);
  } else if (world.fresh) {
    tell(t(shownWorld === world.run ? "back" : "restarted"), true);
    shownWorld = world.run;
    for (const pane of panes) pane.open(pane.channel);
  } else {
    for (const pane of panes) pane.placesChanged();
  }
  world.fresh = false;
});
live.on("cast", async () => {
  learning = learn(world.people.map((each) => each.locale), world.languages);
  const learnt = await learning;
  for (const pane of panes) pane.castChanged(learnt);
  drawHead();
});
live.on("locales", () => panes.forEach((pane) => pane.language.draw()));
live.on("message", (push) => panes.forEach((pane) => pane.heard(push.message)));
live.on("gone", (push) => panes.forEach((pane) => pane.gone(push)));
live.on("commands", () => panes.forEach((pane) => pane.composer.relearn()));
live.on("clock", tick);

document.addEventListener("visibilitychange", () => panes.forEach((pane) => pane.log.scrolled()));
addEventListener("popstate", () => arrange());
get("theme").addEventListener("change", (event) => set("theme", event.target.value));
get("two").addEventListener("click", pair);
get("phone").addEventListener("click", () => set("phone", !settings.phone));
get("tools").addEventListener("click", toggleTools);
get("skip").addEventListener("click", (event) => {
  event.preventDefault();
  panes[0]?.composer.main.focus();
});
drawSettings();
drawHead();
document.body.inert = false; // before this nothing would have heard a click
live.connect();
