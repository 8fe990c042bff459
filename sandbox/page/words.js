// The page's own words. {0} and {1} stand for what differs. Other languages are fetched when somebody reads them.

const ENGLISH = {
  skip: "Skip to the message box", channels: "Channels", archived: "Archived threads", direct: "Direct messages",
  openChannels: "Open the channels", closeChannels: "Close the channels", actAs: "Act as", language: "Language",
  manages: "manages the server", managesTitle: "{0}, manages the server", theme: "Theme", auto: "Automatic", light: "Light", dark: "Dark",
  two: "Two people", phone: "Phone width", tools: "Tools", noTools: "The tools are not there.", pane: "{0}'s window",
  messages: "Messages in {0}", older: "Show older messages", newest: "Jump to the newest", newLine: "New",
  empty: "Nothing here yet. Type / for a command.", starting: "Parterre is starting. Its commands come in a moment.",
  app: "App", edited: "edited", thinking: "{0} is thinking…", used: "{0} used {1}", onlyYou: "Only you can see this",
  dismiss: "Dismiss message", failed: "This interaction failed", silent: "Parterre did not answer in time.", reply: "In answer to {0}",
  message: "Message or command", hint: "/ for commands, or write here", send: "Send", commands: "Commands", options: "Options",
  required: "This option is required.", notChoice: "Please choose one of the list.", whole: "A whole number, please.", number: "A number, please.",
  range: "From {0} to {1}, please.", least: "{0} or more, please.", most: "{0} or less, please.", length: "{0} to {1} characters, please.",
  unknownCommand: "There is no command {0}.", yes: "True", no: "False", noChoices: "No choices for this.", remove: "Remove {0}",
  choose: "Choose", done: "Done", chosen: "{0} chosen", between: "Choose {0} to {1}.", submit: "Submit", cancel: "Cancel", close: "Close",
  mustFill: "Please fill this in.", unsupported: "This page does not show components of type {0}.",
  enlarge: "Enlarge picture: {0}", picture: "picture", alt: "Description", original: "Open the file", fullSize: "Click for full size", fit: "Click to fit",
  spoiler: "Spoiler, show it", lost: "The connection to the sandbox is lost. Trying again…", back: "Connected again.",
  restarted: "The sandbox was restarted and has forgotten what was before.", left: "You have left this server.", rejoin: "Join again", nowhere: "There is no channel to show.",
  goneTo: "{0} is gone. This is {1}.", unreadMentions: "{0} unread mentions", unread: "unread",
};

export const LANGUAGES = { "en-US": "English", fr: "Français", de: "Deutsch" };

const known = { en: ENGLISH };

export function say(locale, key, ...values) {
  const words = known[locale.slice(0, 2)] || ENGLISH;
  return words[key].replace(/\{(\d)\}/g, (_, index) => values[index]);
}

// Fetch the words of these languages; tells whether there were new ones.
export async function learn(locales) {
  const wanted = new Set(locales.filter((locale) => locale in LANGUAGES).map((locale) => locale.slice(0, 2)));
  const missing = [...wanted].filter((language) => !known[language]);
  await Promise.all(missing.map(async (language) => (known[language] = (await import(`./words-${language}.js`)).WORDS)));
  return missing.length > 0;
}
