// The players' page without waiting: names in a row, suggestions by arrow keys, ticks that stay where they are.
// Without this script every form of the page works all the same.
"use strict";

const form = document.getElementById("register");
const field = document.getElementById("who");
const list = document.getElementById("who-list");
const chosen = form.elements.choice;

let choices = [];
let active = -1;
let asked = 0;

/* Parts of the page that the server sends anew. */

function swap(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html");
  const parts = fresh.querySelectorAll("[data-swap]");
  const focused = document.activeElement ? document.activeElement.id : "";
  for (const part of parts) {
    const old = document.getElementById(part.id);
    // A list brings its rows along: only parts that are still in the answer by themselves are put in place.
    if (old && !part.parentElement.closest("[data-swap]")) old.replaceWith(document.adoptNode(part));
  }
  const again = focused && document.getElementById(focused);
  if (again && again !== document.activeElement) again.focus({ preventScroll: true });
  return parts.length > 0;
}

async function send(url, body) {
  const response = await fetch(url, { method: "POST", body, headers: { "X-Requested-With": "fetch" } });
  if (!response.ok && response.status !== 422) throw new Error(String(response.status));
  // Whoever was logged out meanwhile is led to the login instead.
  if (response.redirected || !swap(await response.text())) throw new Error("unexpected answer");
}

/* One after the other, in the order typed: a slow answer never loses the next name. */

let queue = Promise.resolve();

function submitLater(url, body, text) {
  queue = queue
    .then(() => send(url, body))
    .then(askAgain)
    .catch(() => {
      if (!field.value) field.value = text;
      const note = document.getElementById("answer");
      const sentence = document.createElement("p");
      sentence.className = "note error";
      sentence.textContent = form.dataset.lost;
      note.replaceChildren(sentence);
    });
}

// A question or a fault comes back with the text, unless somebody types the next name already.
function askAgain() {
  const text = document.getElementById("answer").dataset.text;
  if (!text || field.value) return;
  field.value = text;
}

/* Suggestions. */

function close() {
  asked += 1;
  choices = [];
  active = -1;
  list.hidden = true;
  field.setAttribute("aria-expanded", "false");
  field.removeAttribute("aria-activedescendant");
}

function show() {
  list.replaceChildren(...choices.map(line));
  list.hidden = choices.length === 0;
  field.setAttribute("aria-expanded", String(choices.length > 0));
  if (active >= 0) field.setAttribute("aria-activedescendant", `who-${active}`);
  else field.removeAttribute("aria-activedescendant");
}

function line(choice, index) {
  const item = document.createElement("li");
  item.id = `who-${index}`;
  item.setAttribute("role", "option");
  item.setAttribute("aria-selected", String(index === active));
  const [before, match, after] = choice.parts;
  const name = document.createElement("span");
  const strong = document.createElement("strong");
  strong.textContent = match;
  name.append(before, strong, after);
  const note = document.createElement("span");
  note.className = "small quiet";
  note.textContent = choice.note;
  item.append(name, note);
  item.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    submit(choice.token);
  });
  return item;
}

async function suggest() {
  const text = field.value.trim();
  close();
  if (!text) return;
  const mine = asked;
  try {
    const response = await fetch(`${form.dataset.suggestions}?q=${encodeURIComponent(text)}`);
    const answer = await response.json();
    // Only the answer to what stands in the field now counts.
    if (mine !== asked || !response.ok) return;
    choices = answer.choices;
    active = answer.first;
    show();
  } catch {
    close();
  }
}

function submit(token) {
  const text = field.value;
  if (!text.trim()) return;
  chosen.disabled = !token;
  chosen.value = token;
  const body = new FormData(form);
  chosen.disabled = true;
  field.value = "";
  close();
  submitLater(form.action, body, text);
  field.focus();
}

let timer = 0;
field.setAttribute("role", "combobox");
field.setAttribute("aria-autocomplete", "list");
field.setAttribute("aria-controls", "who-list");
field.setAttribute("aria-expanded", "false");
field.addEventListener("input", () => {
  close();
  clearTimeout(timer);
  timer = setTimeout(suggest, 120);
});
field.addEventListener("blur", close);
field.addEventListener("keydown", (event) => {
  if (event.key === "Escape") close();
  if (event.key === "ArrowDown" && !choices.length) suggest();
  if ((event.key === "ArrowDown" || event.key === "ArrowUp") && choices.length) {
    event.preventDefault();
    const step = event.key === "ArrowDown" ? 1 : -1;
    active = (active + step + choices.length) % choices.length;
    show();
  }
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  clearTimeout(timer);
  submit(active >= 0 ? choices[active].token : "");
});

/* Ticks and answers to a question: the same forms, sent from where they stand. */

document.addEventListener("submit", (event) => {
  const button = event.submitter;
  const owner = event.target;
  if (!button || (!button.classList.contains("tick") && !owner.classList.contains("choices"))) return;
  event.preventDefault();
  const body = new FormData(owner, button);
  submitLater(button.formAction || owner.action, body, "");
  if (owner.classList.contains("choices")) {
    field.value = "";
    close();
    field.focus();
  }
});
