// What the page knows of the sandbox: people, places, the clock, and what each person has read.

import { keep, kept, newer } from "./dom.js";
import { live } from "./live.js";

export const world = { run: null, languages: [], locales: [], ahead: 0, people: [], users: {}, roles: {}, places: [], newest: {} };

export const now = () => Date.now() / 1000 + world.ahead;
export const person = (name) => world.people.find((each) => each.name === name);
export const place = (id) => world.places.find((each) => each.id === id);
export const isOnServer = (id) => Boolean(place(id)) && place(id).kind !== "direct";
export const placesOf = (name) => world.places.filter((each) => each.seen_by.includes(name));

const EPHEMERAL = 64;
export const isPrivate = (message) => Boolean(message.flags & EPHEMERAL);
export const mentions = (message, userId) => message.mention_everyone || message.mentions.some((user) => user.id === userId);

const marks = kept("read", {});
const hidden = kept("dismissed", {});

// What is kept of a former run of the sandbox means nothing in this one.
function forget(run) {
  if (kept("run", null) === run) return;
  keep("run", run);
  for (const [key, each] of [["read", marks], ["dismissed", hidden]]) {
    for (const name of Object.keys(each)) delete each[name];
    keep(key, each);
  }
}

export const readUpTo = (name, channel) => marks[name]?.[channel] || "0";

export function markRead(name, channel) {
  const last = world.newest[name]?.[channel]?.last;
  if (!last || newer(last, readUpTo(name, channel)) <= 0) return false;
  (marks[name] ||= {})[channel] = last;
  keep("read", marks);
  return true;
}

// Private messages that their reader does not want to see any more.
export const isDismissed = (message) => Boolean(hidden[message.reader]?.includes(message.id));

export function dismiss(reader, id) {
  (hidden[reader] ||= []).push(id);
  keep("dismissed", hidden);
}

// How many mentions are unread, and whether anything is.
export function unread(name, channel) {
  const newest = world.newest[name]?.[channel];
  const mark = readUpTo(name, channel);
  if (!newest || newer(newest.last, mark) <= 0) return { any: false, mentions: 0 };
  return { any: true, mentions: newest.mentions.filter((id) => newer(id, mark) > 0).length };
}

// The place among these where this person has the newest message, or the first one.
export function newestPlace(name, places) {
  const last = (each) => world.newest[name]?.[each.id]?.last || "0";
  return places.reduce((best, each) => (newer(last(each), last(best)) > 0 ? each : best), places[0]);
}

function note(message) {
  for (const each of world.people) {
    if (message.reader && message.reader !== each.id) continue;
    const mine = (world.newest[each.name] ||= {});
    const box = (mine[message.channel_id] ||= { last: "0", mentions: [] });
    if (newer(message.id, box.last) <= 0) continue;
    box.last = message.id;
    if (mentions(message, each.id)) box.mentions.push(message.id);
  }
}

live.on("hello", (push) => {
  world.fresh = true;
  forget(push.world);
  world.run = push.world;
  world.newest = push.newest;
  world.languages = push.languages;
});
live.on("clock", (push) => (world.ahead = push.ahead));
live.on("locales", (push) => (world.locales = push.offered));
live.on("cast", (push) => Object.assign(world, { people: push.people, users: push.users, roles: push.roles }));
live.on("places", (push) => (world.places = push.places));
live.on("message", (push) => note(push.message));
