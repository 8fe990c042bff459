"use strict";

const app = {
  state: null,
  person: localStorage.person || "Ada",
  channel: "",
  shown: new Map(),

  async post(action, data) {
    const body = JSON.stringify({ person: this.person, channel: this.channel, ...data });
    const answer = await fetch(`/page/${action}`, { method: "POST", headers: { "Content-Type": "application/json" }, body });
    return answer.json();
  },

  say(text) {
    document.getElementById("notice").textContent = text || "";
  },

  async act(action, data, control) {
    this.say("");
    if (control) control.disabled = true;
    const result = await this.post(action, data);
    if (control) control.disabled = false;
    if (result.error) this.say(result.error);
    if (result.modal) this.openModal(result);
    await this.refresh();
  },

  async refresh() {
    const query = new URLSearchParams({ person: this.person, channel: this.channel });
    const state = await (await fetch(`/page/state?${query}`)).json();
    this.state = state;
    this.channel = state.channel;
    this.fillChoices();
    this.fillMessages();
  },

  fillChoices() {
    const person = document.getElementById("person");
    if (!person.options.length) person.append(...this.state.people.map((p) => make("option", { textContent: p.name })));
    person.value = this.person;
    const names = this.state.channels.map((c) => {
      const sign = c.thread ? "   ↳ " : c.direct ? "" : "# ";
      return make("option", { value: c.id, textContent: sign + c.name + (c.archived ? " (archived)" : "") });
    });
    const channel = document.getElementById("channel");
    channel.replaceChildren(...names);
    channel.value = this.channel;
  },

  // Only what changed is built again, so that an open menu stays open.
  fillMessages() {
    const main = document.getElementById("messages");
    const low = main.scrollHeight - main.scrollTop - main.clientHeight < 80;
    const press = (message, custom_id, values, control) => this.act("press", { message, custom_id, values }, control);
    const fresh = new Map();
    for (const message of this.state.messages) {
      const text = JSON.stringify(message);
      const old = this.shown.get(message.id);
      const element = old && old.text === text ? old.element : messageElement(message, this.state, press);
      fresh.set(message.id, { text, element });
    }
    const elements = [...fresh.values()].map((entry) => entry.element);
    if (elements.length !== main.children.length || elements.some((element, n) => main.children[n] !== element)) {
      main.replaceChildren(...elements);
      if (!elements.length) main.append(make("p", { className: "hint", textContent: "Nothing here yet. Type / for a command." }));
    }
    this.shown = fresh;
    if (low) main.scrollTop = main.scrollHeight;
  },

  openModal(result) {
    const dialog = document.getElementById("modal");
    const form = dialog.querySelector("form");
    const fields = result.modal.fields.map((field) => modalField(field));
    const cancel = make("button", { type: "button", textContent: "Cancel", onclick: () => dialog.close() });
    form.replaceChildren(
      make("h2", { textContent: result.modal.title }),
      ...result.modal.texts.map((text) => prose(text, this.state)),
      ...fields.map((field) => field.element),
      make("div", { className: "row" }, make("button", { className: "primary", textContent: "Submit" }), cancel));
    form.onsubmit = () => {
      const values = Object.fromEntries(fields.map((field) => [field.id, field.read()]).filter(([, value]) => value !== null));
      this.act("submit", { interaction: result.interaction, fields: values });
    };
    dialog.showModal();
  },

  start() {
    composer.start(this);
    document.getElementById("person").onchange = (event) => {
      localStorage.person = this.person = event.target.value;
      this.shown.clear();
      this.refresh();
    };
    document.getElementById("channel").onchange = (event) => {
      this.channel = event.target.value;
      this.shown.clear();
      this.refresh();
    };
    new EventSource("/page/events").onmessage = () => this.refresh();
  },
};

function modalField(field) {
  const id = field.custom_id;
  const required = field.required !== false;
  const wrap = (control) => make("label", {}, field.label + (required ? " *" : ""), control);
  if (field.type === 4) {
    const control = make(field.style === 2 ? "textarea" : "input", { value: field.value || "", placeholder: field.placeholder || "", required });
    if (field.max_length) control.maxLength = field.max_length;
    if (field.min_length) control.minLength = field.min_length;
    return { id, element: wrap(control), read: () => control.value };
  }
  if (field.type === 23) {
    const control = make("input", { type: "checkbox", checked: !!field.default });
    return { id, element: wrap(control), read: () => control.checked };
  }
  const several = field.type === 22 || field.max_values > 1;
  const options = (field.options || []).map((o) => make("option", { value: o.value, textContent: o.label, selected: !!o.default }));
  const control = make("select", { multiple: several, required }, ...options);
  const read = () => {
    const chosen = [...control.selectedOptions].map((option) => option.value);
    return field.type === 21 ? chosen[0] ?? null : chosen;
  };
  return { id, element: wrap(control), read };
}

app.start();
