// The referee's desk without waiting: a tap asks the server and puts only the answer in place.
// Without this script every button sends the form and the same page comes back.
"use strict";

const desk = document.getElementById("desk");
const typed = document.getElementById("typed");
const keys = document.getElementById("keys");

/* The answer is the page itself: its marked parts are put in place, the keys stay under the finger. */

function show(html, sent) {
  const fresh = new DOMParser().parseFromString(html, "text/html");
  const parts = [...fresh.querySelectorAll("[data-swap]")];
  if (parts.length === 0) throw new Error("unexpected answer");
  const focused = document.activeElement ? document.activeElement.id : "";
  const before = keys.getBoundingClientRect().top;
  for (const part of parts) document.getElementById(part.id).replaceChildren(...part.childNodes);
  // What somebody is still typing stays as it is.
  if (typed.value === sent) typed.value = fresh.getElementById("typed").value;
  const again = focused && document.getElementById(focused);
  if (again && again !== document.activeElement) again.focus({ preventScroll: true });
  window.scrollBy(0, keys.getBoundingClientRect().top - before);
  history.replaceState(null, "", fresh.getElementById("rows").dataset.address);
}

async function ask(change) {
  // Read only now: an answer before this one may have changed the rows.
  const data = new URLSearchParams(new FormData(desk));
  for (const [name, value] of change) data.append(name, value);
  const sent = change.length || document.activeElement !== typed ? typed.value : null;
  const response = await fetch(`?${data}`);
  if (!response.ok) throw new Error(String(response.status));
  show(await response.text(), sent);
}

/* One after the other: a slow answer never loses the next tap. */

let queue = Promise.resolve();

function askLater(change = []) {
  clearTimeout(pause);
  queue = queue
    .then(() => ask(change))
    .catch(() => {
      const note = document.createElement("p");
      note.className = "note error";
      note.textContent = desk.dataset.lost;
      document.getElementById("verdict").replaceChildren(note);
    });
}

let pause = 0;
desk.addEventListener("submit", (event) => {
  event.preventDefault();
  const button = event.submitter;
  askLater(button && button.name ? [[button.name, button.value]] : []);
});
typed.addEventListener("input", () => {
  clearTimeout(pause);
  pause = setTimeout(askLater, 300);
});
desk.addEventListener("change", (event) => {
  if (event.target.matches("select, [type=checkbox]")) askLater();
});
