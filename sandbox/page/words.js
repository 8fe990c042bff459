// The page's own words, a file of them for each language. {0} and {1} stand for what differs; where a word has
// plural forms, the first of these decides. Other languages than English are fetched when somebody reads them.

const FIRST = "en-US";
const known = { [FIRST]: await fetched(FIRST) };
const plurals = {};

async function fetched(language) {
  return (await fetch(new URL(`words-${language}.json`, import.meta.url))).json();
}

// The language without its region.
export const general = (locale) => locale.split("-")[0];

// The language of the page that serves a locale best: itself, the language without a region, another region of it, or English.
function nearest(locale, languages) {
  const fits = [(each) => each === locale, (each) => each === general(locale), (each) => general(each) === general(locale)];
  return fits.map((fit) => languages.find(fit)).find(Boolean) || FIRST;
}

export function say(locale, key, ...values) {
  const language = nearest(locale, Object.keys(known));
  let word = known[language][key] ?? known[FIRST][key];
  if (typeof word !== "string") word = word[(plurals[language] ||= new Intl.PluralRules(language)).select(values[0])] ?? word.other;
  return word.replace(/\{(\d)\}/g, (_, index) => values[index]);
}

// What went wrong, as the sandbox tells it or as the browser does.
export const told = (locale, error) => (error.said ? say(locale, ...error.said) : error.message);

// Fetch the words of those of these languages that are read; tells whether there were new ones.
export async function learn(locales, languages) {
  const wanted = new Set(locales.map((locale) => nearest(locale, languages)));
  const missing = [...wanted].filter((language) => !known[language]);
  await Promise.all(missing.map(async (language) => (known[language] = await fetched(language))));
  return missing.length > 0;
}

// What a language calls itself; with its region, if another region of it is on offer.
export function ownName(locale, offered) {
  const alone = offered.filter((each) => general(each) === general(locale)).length < 2;
  const name = new Intl.DisplayNames([locale], { type: "language" }).of(alone ? general(locale) : locale);
  return name.slice(0, 1).toLocaleUpperCase(locale) + name.slice(1);
}

// Let all that is marked with the key of its word say it: text, name and title.
export function reword(root, t) {
  for (const element of root.querySelectorAll("[data-say]")) element.textContent = t(element.dataset.say);
  for (const element of root.querySelectorAll("[data-name]")) element.setAttribute("aria-label", t(element.dataset.name));
}
