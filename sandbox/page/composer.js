"use strict";
// The line at the bottom: messages, slash commands, options and their autocompletion.

const composer = {
  command: null,
  asked: 0,

  start(app) {
    this.app = app;
    this.text = document.getElementById("text");
    this.options = document.getElementById("options");
    this.list = document.getElementById("suggestions");
    this.text.oninput = () => this.typed();
    this.text.onkeydown = (event) => {
      if (event.key === "Escape") this.clear();
      if (event.key === "Tab" && !this.command && this.list.firstChild && !this.list.hidden) {
        event.preventDefault();
        this.list.firstChild.click();
      }
    };
    document.getElementById("composer").onsubmit = (event) => {
      event.preventDefault();
      this.send();
    };
  },

  clear() {
    this.command = null;
    this.text.value = "";
    this.options.replaceChildren();
    this.list.hidden = true;
  },

  typed() {
    const typed = this.text.value;
    if (this.command && typed === `/${this.command.name}`) return;
    this.command = null;
    this.options.replaceChildren();
    const word = typed.slice(1).trim().toLowerCase();
    const found = this.app.state.commands.filter((command) => command.name.includes(word));
    this.suggest(typed.startsWith("/") ? found.map((command) => [`/${command.name}`, command.description, () => this.pick(command)]) : []);
  },

  suggest(rows) {
    this.list.hidden = !rows.length;
    this.list.replaceChildren(...rows.map(([title, hint, action]) =>
      make("button", { type: "button", onclick: action }, make("b", { textContent: title }), make("span", { className: "hint", textContent: `  ${hint || ""}` }))));
  },

  pick(command) {
    this.command = command;
    this.text.value = `/${command.name}`;
    this.list.hidden = true;
    this.options.replaceChildren(...command.options.map((option) => this.field(command, option)));
    (this.options.querySelector("input, select") || this.text).focus();
  },

  field(command, option) {
    const control = this.control(option);
    control.name = option.name;
    control.required = !!option.required;
    control.title = option.description;
    if (option.autocomplete) {
      control.autocomplete = "off";
      control.oninput = control.onfocus = () => this.complete(command, option, control);
    }
    return make("label", {}, option.name + (option.required ? " *" : ""), control);
  },

  control(option) {
    const users = this.app.state.people.map((p) => ({ name: p.name, value: p.id }));
    const flags = [{ name: "true", value: "true" }, { name: "false", value: "false" }];
    const choices = option.choices && option.choices.length ? option.choices : { 5: flags, 6: users }[option.type];
    if (!choices) return make("input", { type: [4, 10].includes(option.type) ? "number" : "text", placeholder: option.description, step: option.type === 10 ? "any" : "1" });
    const entries = choices.map((choice) => make("option", { value: choice.value, textContent: choice.name }));
    return make("select", {}, make("option", { value: "", textContent: "–" }), ...entries);
  },

  values(without) {
    const filled = [...this.options.querySelectorAll("input, select")].filter((c) => c.value !== "" && c.name !== without);
    return Object.fromEntries(filled.map((c) => [c.name, c.dataset.value && c.dataset.shown === c.value ? c.dataset.value : c.value]));
  },

  async complete(command, option, control) {
    const asked = ++this.asked;
    const question = { name: command.name, option: option.name, text: control.value, options: this.values(option.name) };
    const { choices } = await this.app.post("complete", question);
    if (asked !== this.asked || this.command !== command) return;
    this.suggest(choices.map((choice) => [choice.name, "", () => {
      control.value = control.dataset.shown = choice.name;
      control.dataset.value = choice.value;
      this.list.hidden = true;
    }]));
  },

  async send() {
    const typed = this.text.value.trim();
    if (!typed) return;
    if (!this.command && typed.startsWith("/")) {
      const command = this.app.state.commands.find((c) => `/${c.name}` === typed);
      if (!command) return this.app.say(`There is no command ${typed}.`);
      if (command.options.length) return this.pick(command);
      this.command = command;
    }
    const [action, data] = this.command ? ["slash", { name: this.command.name, options: this.values() }] : ["say", { text: typed }];
    this.asked += 1;
    this.clear();
    await this.app.act(action, data);
  },
};
