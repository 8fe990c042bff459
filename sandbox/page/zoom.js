// A picture over the whole window: fitted first, a click shows it in full size, Esc closes.

import { make } from "./dom.js";

export function zoom(url, description, view) {
  const dialog = make("dialog", { class: "zoom", "aria-label": description || view.t("picture") });
  const image = make("img", { src: url, alt: description });
  const size = make("button", { type: "button", class: "zoomed", title: view.t("fullSize"), autofocus: true, "aria-label": view.t("fullSize") }, image);
  size.addEventListener("click", (event) => {
    const full = dialog.classList.toggle("full");
    size.title = view.t(full ? "fit" : "fullSize");
    size.setAttribute("aria-label", size.title);
    if (full && event.clientX) centre(dialog.querySelector(".stage"), image, event);
  });
  const bar = make("div", { class: "zoom-bar" }, description && make("p", { class: "zoom-alt", tabindex: 0, text: description }),
    make("a", { href: url, target: "_blank", rel: "noreferrer", text: view.t("original") }),
    make("button", { type: "button", class: "plain", text: view.t("close"), onclick: () => dialog.close() }));
  const stage = make("div", { class: "stage" }, size);
  stage.addEventListener("click", (event) => event.target === stage && dialog.close());
  dialog.append(stage, bar);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

function centre(stage, image, event) {
  const box = image.getBoundingClientRect();
  stage.scrollLeft = (event.clientX / innerWidth) * box.width - innerWidth / 2;
  stage.scrollTop = (event.clientY / innerHeight) * box.height - innerHeight / 2;
}
