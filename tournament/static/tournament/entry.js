/* Entry by the numeric keypad alone.

   The page is a plain form and works without this file. Here keys become cells: a finished cell sends the whole sheet
   to the server, which keeps it and answers with the same page piece it renders itself; every part marked
   `data-live` is taken over from there. Fields somebody types in are never touched by an answer. */
"use strict";

(() => {
  const form = document.getElementById("sheet-form");
  const tableField = document.getElementById("table-field");

  document.addEventListener("keydown", (event) => {
    if (!event.altKey || event.ctrlKey || !/^[1-5]$/.test(event.key)) return;
    event.preventDefault();
    document.querySelector(`[data-tab="${event.key}"]`)?.click();
  });
  if (document.activeElement === tableField) tableField.select();
  if (!form) return;

  const locked = !document.getElementById("save");
  const keypad = "keypad" in form.dataset;
  const menu = document.getElementById("end-menu");
  const save = document.getElementById("save");

  /* Cells ------------------------------------------------------------------------------------------------------ */

  const cells = () => [...form.querySelectorAll("input[data-cell]")];
  const home = (input) => input.closest("td");
  const isNumber = (text) => /^[0-9]+$/.test(text);

  /* A minus is shown as words left of the number, so that the digits keep their place. */
  const notation = (input) => (home(input).classList.contains("not-opened") ? "-" : "") + input.value.trim();
  function write(input, text) {
    const minus = keypad && /^[-−–]/.test(text);
    input.value = minus ? text.slice(1).trim() : text;
    home(input).classList.toggle("not-opened", minus);
    home(input).classList.toggle("won", /^(R|H|HA)$/i.test(text));
  }

  let current = null; // the cell the keys go to
  let before = ""; // what stood in it when it was entered
  let fresh = true; // no digit typed in it yet: the next one replaces what stands there
  let signed = false; // a minus was typed before the digits
  const past = []; // [field, notation] of cells and choices, for Ctrl+Z

  function enter(input) {
    current = input;
    before = notation(input);
    fresh = true;
    signed = false;
    input.select();
    mark();
  }
  function mark() {
    document.querySelectorAll("#grid .current").forEach((part) => part.classList.remove("current"));
    if (!current) return;
    current.closest("tr").classList.add("current");
    document.getElementById(`head-${current.dataset.seat}`).classList.add("current");
    const note = current.getAttribute("aria-describedby")?.split(" ")[0];
    const list = document.querySelector(".sheet-notes");
    if (note) list.scrollTop = (document.getElementById(note)?.offsetTop ?? 0) - list.offsetTop;
  }
  function settle() {
    if (!current || notation(current) === before) return;
    past.push([current.name, before]);
    before = notation(current);
    send();
  }
  function finish() {
    settle();
    step(1);
  }
  function step(by) {
    const all = cells();
    const index = all.indexOf(current) + by;
    if (index >= all.length) save?.focus();
    else if (index >= 0) all[index].focus();
  }
  function stepDown(by) {
    const column = cells().filter((input) => input.dataset.seat === current.dataset.seat);
    column[column.indexOf(current) + by]?.focus();
  }

  /* Keys ------------------------------------------------------------------------------------------------------- */

  const WINS = { "+": "R", "*": "H", "/": "HA" };
  const NAMES = { Add: "+", Multiply: "*", Divide: "/", Subtract: "-", Decimal: ",", Separator: ",", "−": "-", ".": "," };

  function keyOf(event) {
    if (event.code === "NumpadDecimal") return ","; // whatever it sends on this keyboard
    if (event.ctrlKey || event.metaKey) return { enter: "save", z: "undo" }[event.key.toLowerCase()] ?? "";
    if (event.altKey) return "";
    if (event.shiftKey && event.key === "Enter") return "back";
    return NAMES[event.key] ?? (event.key.length === 1 ? event.key.toLowerCase() : event.key);
  }

  const COMMANDS = {
    Enter: finish,
    back: () => { settle(); step(-1); },
    ArrowLeft: () => { settle(); step(-1); },
    ArrowRight: () => { settle(); step(1); },
    ArrowUp: () => { settle(); stepDown(-1); },
    ArrowDown: () => { settle(); stepDown(1); },
    Backspace: () => put(""),
    Delete: () => put(""),
    Escape: () => { settle(); tableField.focus(); tableField.select(); },
    F2: () => form.requestSubmit(save),
    save: () => form.requestSubmit(save),
    undo: undo,
  };

  function put(text) {
    write(current, text);
    fresh = false;
  }

  /* True when the key was meant for the sheet. */
  function press(key) {
    if (key in COMMANDS) {
      COMMANDS[key]();
      return true;
    }
    if (!keypad || key.length !== 1) return false;
    if (isNumber(key)) {
      if (fresh) put(signed ? `-${key}` : key);
      else if (isNumber(current.value + key) && current.value.length < 12) current.value += key;
    } else if (key in WINS) {
      put(WINS[key]);
      finish();
    } else if (key === "-") minus();
    else if (key === ",") openMenu();
    else if (key === "?") { put("?"); finish(); }
    else if (key === "g") deal();
    else if (key === "r") { put("R"); finish(); }
    else if (key === "h") put("H");
    else if (key === "a" && current.value === "H") { put("HA"); finish(); }
    return true;
  }

  /* Behind the digits a minus finishes the cell; before them it waits for the digits and Enter. */
  function minus() {
    const number = isNumber(current.value);
    const behind = number && !fresh;
    write(current, number ? `-${current.value}` : "-");
    if (behind) {
      finish();
      return;
    }
    [fresh, signed] = [true, true];
    current.select();
  }

  function undo() {
    if (notation(current) !== before) {
      put(before);
      return;
    }
    const last = past.pop();
    if (!last) return;
    const [name, text] = last;
    const field = form.elements[name];
    if (!field) return;
    if ("cell" in field.dataset) {
      field.focus();
      write(field, text);
      before = text;
      send();
    } else choose(field, text, false);
  }

  /* Dealer, and how a game ended: the row looks different afterwards, so keys wait for the answer. ------------- */

  const rowOf = (input) => input.closest("tr").dataset;
  const selectOf = (kind) => form.elements[`${kind}-${rowOf(current).number}-${rowOf(current).attempt}`];

  function deal() {
    if ("dealerSitsOut" in form.dataset) {
      put("");
      settle();
    }
    choose(selectOf("dealer"), current.dataset.seat);
  }
  function choose(select, value, remember = true) {
    if (remember) past.push([select.name, select.value]);
    select.value = value;
    rebuild();
  }
  function chooseEnd(end) {
    const select = selectOf("end");
    const { number, attempt } = rowOf(current);
    const empty = cells().every((input) => input.closest("tr") !== current.closest("tr") || !notation(input));
    const previous = form.elements[`end-${number}-${attempt - 1}`];
    if (end === "void" && empty && previous) choose(previous, "won");
    else choose(select, select.value === end ? "won" : end);
  }

  function openMenu() {
    const ended = selectOf("end").value;
    for (const item of menu.querySelectorAll("[data-end]")) {
      item.setAttribute("role", "menuitemcheckbox");
      item.setAttribute("aria-checked", String(item.dataset.end === ended));
    }
    const box = home(current).getBoundingClientRect();
    menu.hidden = false;
    const below = box.bottom + menu.offsetHeight < innerHeight;
    menu.style.left = `${Math.min(box.left, innerWidth - menu.offsetWidth - 8) + scrollX}px`;
    menu.style.top = `${(below ? box.bottom + 3 : box.top - menu.offsetHeight - 3) + scrollY}px`;
    menu.querySelector("button").focus();
  }
  function closeMenu() {
    menu.hidden = true;
    const typed = [fresh, signed, before];
    current.focus();
    [fresh, signed, before] = typed;
  }
  function pick(choice) {
    closeMenu();
    if (choice === "1") { put("?"); finish(); }
    else chooseEnd({ 2: "stock", 3: "jokers", 4: "void" }[choice]);
  }

  /* The server's word ------------------------------------------------------------------------------------------ */

  let wanted = false; // something changed since the last request
  let running = null; // the request under way: one at a time, so that no late answer overwrites a newer one
  let leaving = false;
  let held = null; // keys typed while the grid is rebuilt

  function send() {
    wanted = true;
    running ??= work().finally(() => {
      running = null;
      form.removeAttribute("aria-busy");
    });
    form.setAttribute("aria-busy", "true");
    return running;
  }
  async function work() {
    while (wanted) {
      wanted = false;
      const answer = await post();
      if (answer) show(answer);
      else if (wanted === false) {
        setTimeout(send, 3000);
        return;
      }
    }
  }
  async function post() {
    try {
      const response = await fetch(form.dataset.check, {
        method: "POST",
        body: new URLSearchParams(new FormData(form)),
        headers: { "X-Requested-With": "fetch" },
        redirect: "manual", // to the login page
      });
      if (response.ok) return new DOMParser().parseFromString(await response.text(), "text/html");
      complain(form.dataset.refused);
    } catch {
      complain(form.dataset.offline);
    }
    return null;
  }
  function complain(sentence) {
    const line = document.getElementById("sheet-state");
    const note = document.createElement("strong");
    note.className = "red";
    note.setAttribute("role", "alert");
    note.textContent = sentence;
    line.replaceChildren(note);
  }

  /* Take over every live part; a grid that looks different is exchanged as a whole, unless a newer one is on its way. */
  function show(answer) {
    const focused = document.activeElement?.id;
    const known = new Set(noteIds());
    const names = (root) => [...root.querySelectorAll("input[data-cell]")].map((input) => input.name).join();
    if (!wanted && (held || names(answer) !== names(document))) exchange(answer);
    for (const part of answer.querySelectorAll("[data-live]")) {
      const mine = document.getElementById(part.id);
      if (mine) takeOver(mine, part);
    }
    mark();
    if (focused && document.activeElement?.id !== focused) document.getElementById(focused)?.focus();
    const said = noteIds().filter((id) => !known.has(id)).map((id) => document.getElementById(id).innerText);
    if (said.length) document.getElementById("say").textContent = said.join(" ");
  }
  const noteIds = () => [...document.querySelectorAll("#notes .note")].map((note) => note.id);
  function takeOver(mine, part) {
    if (part.dataset.live === "input") {
      for (const name of ["aria-invalid", "aria-describedby"]) {
        if (part.hasAttribute(name)) mine.setAttribute(name, part.getAttribute(name));
        else mine.removeAttribute(name);
      }
      return;
    }
    /* What stands in a cell is the typist's word: it may be newer than the answer. */
    const typed = ["not-opened", "won"].map((name) => [name, mine.classList.contains(name)]);
    mine.className = part.className;
    if (part.dataset.live === "mark") typed.forEach(([name, on]) => mine.classList.toggle(name, on));
    if (part.dataset.live === "all" && mine.innerHTML !== part.innerHTML) mine.innerHTML = part.innerHTML;
  }
  function exchange(answer) {
    for (const id of ["grid", "specials"]) {
      const mine = document.getElementById(id);
      mine.replaceWith(document.adoptNode(answer.getElementById(id)));
    }
    prepare();
    current = null;
  }

  /* Send and wait: keys typed meanwhile are played when the new grid is there. */
  async function rebuild() {
    const { number, seat } = { ...rowOf(current), ...current.dataset };
    held = [];
    await send();
    const row = document.querySelectorAll(`#row-${number} input[data-cell]`);
    const next = [...row].find((input) => input.dataset.seat >= seat) ?? row[0];
    if (current !== next || document.activeElement !== next) next?.focus();
    const keys = held;
    held = null;
    for (const key of keys) if (current) press(key);
  }

  /* What the form sends is the notation, not what is shown. */
  form.addEventListener("formdata", (event) => {
    for (const input of cells()) event.formData.set(input.name, notation(input));
  });

  /* Listening -------------------------------------------------------------------------------------------------- */

  form.addEventListener("keydown", (event) => {
    const key = keyOf(event);
    if ("cell" in event.target.dataset && !locked) {
      if (held) held.push(key);
      else if (!press(key)) return;
      event.preventDefault();
    } else if (event.target === save && (key === "back" || key === "ArrowUp" || key === "ArrowLeft")) {
      event.preventDefault();
      cells().at(-1)?.focus();
    } else if (event.target.name === "confirmed" && (key === "+" || key === "Enter")) {
      event.preventDefault();
      if (key === "+") confirm(event.target);
      else document.getElementById(event.target.dataset.target)?.focus();
    } else if (key === "F2" || key === "save") {
      event.preventDefault();
      form.requestSubmit(save);
    } else if (key === "Escape") COMMANDS.Escape();
  });

  /* Enter in any other field of the form means the button that belongs to it. */
  document.addEventListener("keydown", (event) => {
    const field = event.target;
    if (event.key !== "Enter" || field.tagName !== "INPUT" || field.form !== form) return;
    if ("cell" in field.dataset || field.type === "checkbox") return;
    event.preventDefault();
    form.requestSubmit(field.closest("section")?.querySelector("button") ?? save);
  });

  async function confirm(tick) {
    tick.checked = true;
    await send();
    (openTick() ?? save).focus();
  }
  const openTick = () => document.querySelector("#notes .warning [name=confirmed]:not(:checked)");

  form.addEventListener("focusin", (event) => {
    if (!("cell" in event.target.dataset)) return;
    if (event.target !== current) settle();
    enter(event.target);
  });
  form.addEventListener("focusout", (event) => {
    if (event.target === current && !menu?.contains(event.relatedTarget)) settle();
  });
  /* Phones and the clipboard write past the keys. */
  form.addEventListener("input", (event) => {
    if (!("cell" in event.target.dataset)) return;
    fresh = false;
    if (/[-−–]/.test(event.target.value)) write(event.target, `-${event.target.value.replace(/[-−–]/g, "")}`);
  });
  document.addEventListener("change", (event) => {
    if (event.target.name === "confirmed") send();
    if (event.target.matches?.("#specials select")) rebuildAfterChoice(event.target);
  });
  async function rebuildAfterChoice(select) {
    held = [];
    await send();
    held = null;
    form.elements[select.name]?.focus();
  }

  menu?.addEventListener("keydown", (event) => {
    const items = [...menu.querySelectorAll("button")];
    const at = items.indexOf(document.activeElement);
    const key = keyOf(event);
    event.preventDefault();
    event.stopPropagation();
    if (/^[1-4]$/.test(key)) pick(key);
    else if (key === ",") pick("1");
    else if (key === "Enter" || key === " ") pick(items[at].dataset.choice);
    else if (key === "ArrowDown") items[(at + 1) % items.length].focus();
    else if (key === "ArrowUp") items[(at + items.length - 1) % items.length].focus();
    else if (key === "Escape" || key === "Backspace" || key === "Tab") closeMenu();
  });
  menu?.addEventListener("click", (event) => {
    const item = event.target.closest("button");
    if (item) pick(item.dataset.choice);
  });
  document.addEventListener("pointerdown", (event) => {
    if (menu && !menu.hidden && !menu.contains(event.target)) closeMenu();
    if (event.target.closest("[data-key]")) event.preventDefault(); // the cell keeps the focus
  });
  form.addEventListener("click", (event) => {
    const key = event.target.closest("[data-key]")?.dataset.key;
    if (key) {
      if (!current) cells()[0]?.focus();
      if (document.activeElement !== current) current.focus();
      if (held) held.push(key);
      else press(key);
    }
    const cell = event.target.closest("#notes a") && document.getElementById(event.target.closest("a").hash.slice(1));
    if (cell) {
      event.preventDefault();
      cell.focus();
    }
  });
  document.querySelector(".entry-doors a")?.addEventListener("click", () => {
    document.getElementById("more").open = true;
  });

  /* Saving: wait for the last answer, and lead to what keeps the save back before asking for it. */
  form.addEventListener("submit", async (event) => {
    if (leaving || locked) return;
    event.preventDefault();
    const submitter = event.submitter ?? save;
    settle();
    await running;
    await new Promise((done) => { setTimeout(done); }); // a form cannot be sent from within its own submit event
    const fault = submitter === save && (document.querySelector("#grid .error input") ?? openTick());
    if (fault) {
      fault.focus();
      return;
    }
    leaving = true;
    wanted = false;
    form.requestSubmit(submitter);
  });
  addEventListener("pagehide", () => {
    const unsettled = current && notation(current) !== before;
    if (leaving || locked || !(unsettled || wanted || running)) return;
    const body = new URLSearchParams(new FormData(form));
    fetch(form.dataset.check, { method: "POST", body, headers: { "X-Requested-With": "fetch" }, keepalive: true });
  });
  addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });

  /* Ready ------------------------------------------------------------------------------------------------------ */

  function prepare() {
    for (const input of cells()) {
      write(input, input.value);
      if (keypad && matchMedia("(pointer: coarse)").matches) input.inputMode = "none";
    }
  }
  form.classList.add("scripted");
  prepare();
  const start = form.querySelector("[autofocus]");
  if (document.activeElement !== start) start?.focus();
  else if (start && "cell" in start.dataset) enter(start);
})();
