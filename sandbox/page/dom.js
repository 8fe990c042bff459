// Elements in one call, and small things about the document.

export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "text") element.textContent = value;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

let made = 0;
export const newId = (stem) => `${stem}-${++made}`;

// What is pressed just now is let go, and has heard its click.
export const released = () => new Promise((done) => {
  const heard = new AbortController();
  for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, () => (heard.abort(), setTimeout(done)), { signal: heard.signal });
});

export function kept(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export const keep = (key, value) => localStorage.setItem(key, JSON.stringify(value));

// Ids are numbers too long for JavaScript; a longer one is a newer one.
export const newer = (one, other) => one.length - other.length || (one > other ? 1 : one < other ? -1 : 0);
