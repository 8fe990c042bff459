// The WebSocket to the sandbox: questions with answers, pushes to listeners, and coming back by itself.

const SOONEST = 300;
const LATEST = 3000;

// What the sandbox has to say against something: the key of a word, and what differs.
class Refusal extends Error {
  constructor(said) {
    super(said.join(" "));
    this.said = said;
  }
}

class Live {
  #listeners = new Map();
  #waiting = new Map();
  #asked = 0;
  #socket = null;
  #wait = SOONEST;

  // Hear pushes of a kind; "online" and "offline" tell about the connection itself.
  on(kind, listener) {
    if (!this.#listeners.has(kind)) this.#listeners.set(kind, new Set());
    this.#listeners.get(kind).add(listener);
    return () => this.#listeners.get(kind).delete(listener);
  }

  // Ask for something; the answer comes as a promise, a refusal as its rejection.
  send(action, data = {}) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return Promise.reject(new Refusal(["notConnected"]));
    const id = ++this.#asked;
    this.#socket.send(JSON.stringify({ id, action, ...data }));
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  connect() {
    const address = new URL("page/live", location.href);
    address.search = location.search; // which guild
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    address.hash = "";
    this.#socket = new WebSocket(address);
    this.#socket.onopen = () => {
      this.#wait = SOONEST;
      this.#tell("online", {});
    };
    this.#socket.onmessage = (event) => this.#hear(JSON.parse(event.data));
    this.#socket.onclose = () => {
      for (const { reject } of this.#waiting.values()) reject(new Refusal(["connectionLost"]));
      this.#waiting.clear();
      this.#tell("offline", {});
      setTimeout(() => this.connect(), this.#wait);
      this.#wait = Math.min(this.#wait * 1.5, LATEST);
    };
  }

  #hear(frame) {
    if (frame.push) return this.#tell(frame.push, frame);
    const asked = this.#waiting.get(frame.id);
    this.#waiting.delete(frame.id);
    if (frame.error) asked?.reject(new Refusal(frame.error));
    else asked?.resolve(frame.answer);
  }

  #tell(kind, data) {
    for (const listener of this.#listeners.get(kind) || []) listener(data);
  }
}

export const live = new Live();
