"use strict";
// Messages and their components as elements of the page.

function make(tag, attributes = {}, ...children) {
  const element = Object.assign(document.createElement(tag), attributes);
  element.append(...children.filter((child) => child !== null));
  return element;
}

const prose = (text, state) => make("div", { className: "text", innerHTML: markdown(text, state) });

function picture(media, description) {
  const image = (media.content_type || "image/").startsWith("image/");
  if (!image) return make("a", { href: media.url, target: "_blank", textContent: media.url.split("/").pop() });
  const element = make("img", { src: media.url, alt: description || "", title: description || "" });
  if (media.width) Object.assign(element, { width: media.width, height: media.height });
  return element;
}

function button(part, press) {
  const emoji = part.emoji ? `${part.emoji.name} ` : "";
  const text = (emoji + (part.label || "")).trim();
  if (part.url) return make("a", { href: part.url, target: "_blank", rel: "noreferrer", textContent: text });
  const element = make("button", { type: "button", className: `style${part.style}`, textContent: text, disabled: !!part.disabled });
  element.onclick = () => press(part.custom_id, null, element);
  return element;
}

function menu(part, press) {
  const several = part.max_values > 1;
  const element = make("select", { multiple: several, disabled: !!part.disabled, ariaLabel: part.placeholder || "Menu" });
  if (!several) element.append(make("option", { value: "", textContent: part.placeholder || "Choose", disabled: true, selected: true }));
  for (const option of part.options || []) {
    const text = option.description ? `${option.label} – ${option.description}` : option.label;
    element.append(make("option", { value: option.value, textContent: text, selected: !!option.default }));
  }
  const send = () => press(part.custom_id, [...element.selectedOptions].map((option) => option.value), element);
  if (!several) {
    element.onchange = send;
    return element;
  }
  return make("div", { className: "row" }, element, make("button", { type: "button", textContent: "Choose", onclick: send }));
}

const BUILDERS = {
  1: (part, state, press) => make("div", { className: "row" }, ...part.components.map((c) => component(c, state, press))),
  2: (part, state, press) => button(part, press),
  3: (part, state, press) => menu(part, press),
  9: (part, state, press) =>
    make("div", { className: "section" },
      make("div", {}, ...part.components.map((c) => component(c, state, press))),
      component(part.accessory, state, press)),
  10: (part, state) => prose(part.content, state),
  11: (part) => picture(part.media, part.description),
  12: (part) =>
    make("div", { className: part.items.length > 1 ? "gallery many" : "gallery" },
      ...part.items.map((item) => picture(item.media, item.description))),
  13: (part) => make("a", { href: part.file.url, target: "_blank", textContent: part.name || "file" }),
  14: (part) => make("hr", { className: part.divider ? "" : "plain" }),
  17: (part, state, press) => {
    const box = make("div", { className: "box" }, ...part.components.map((c) => component(c, state, press)));
    if (part.accent_color !== null) {
      box.classList.add("accent");
      box.style.borderLeftColor = `#${part.accent_color.toString(16).padStart(6, "0")}`;
    }
    return box;
  },
};

function component(part, state, press) {
  const build = BUILDERS[part.type];
  return build ? build(part, state, press) : make("span", { className: "hint", textContent: `(component ${part.type})` });
}

function embed(item, state) {
  const parts = [item.title && `**${item.title}**`, item.description];
  for (const field of item.fields || []) parts.push(`**${field.name}**\n${field.value}`);
  const box = make("div", { className: "embed" }, prose(parts.filter(Boolean).join("\n"), state));
  if (item.image) box.append(picture(item.image, ""));
  return box;
}

function messageElement(message, state, press) {
  const v2 = message.flags & 32768;
  const head = make("div", {},
    make("span", { className: "who", textContent: state.users[message.author.id] || message.author.username }), " ",
    make("span", { className: "when", textContent: new Date(message.timestamp).toLocaleTimeString("en", { timeStyle: "short" }) }),
    message.edited_timestamp ? make("span", { className: "when", textContent: " (edited)" }) : null);
  const element = make("article", { id: `m${message.id}` }, head);
  if (message.mine) element.classList.add("mine");
  if (message.flags & 128) element.append(make("div", { className: "hint", textContent: "Thinking…" }));
  if (message.content) element.append(prose(message.content, state));
  for (const item of message.embeds) element.append(embed(item, state));
  if (!v2) for (const file of message.attachments) element.append(picture(file, file.description));
  const send = (custom_id, values, control) => press(message.id, custom_id, values, control);
  for (const part of message.components) element.append(component(part, state, send));
  if (message.mine) element.append(make("div", { className: "hint", textContent: "Only you can see this." }));
  return element;
}
