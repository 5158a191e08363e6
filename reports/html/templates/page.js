"use strict";
/* Puts the packed sessions into the page. Words become text nodes, never markup. */
(() => {
  const $ = (id) => document.getElementById(id);
  const PAGE = 50;

  function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  }

  async function unpack(id) {
    const packed = $(id);
    if (!packed) return null;
    const bytes = Uint8Array.from(atob(packed.textContent.trim()), (sign) => sign.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return JSON.parse(await new Response(stream).text());
  }

  const opened = new Map();
  function chunk(number) {
    if (!opened.has(number)) opened.set(number, unpack(`chunk-${number}`));
    return opened.get(number);
  }

  /* --- one side of a session --- */
  let serial = 0;

  function strip(talk) {
    const list = make("ol", { class: "strip", "aria-label": "steps in order, with the athlete's messages in each" });
    for (const [state, turns, why] of talk.stays) {
      const step = state.replaceAll("_", " ").toLowerCase();
      const text = turns ? `${step} · ${turns}` : step;
      const item = make("li", {}, text);
      if (why) item.title = `left because: ${why.replaceAll("_", " ")}`;
      list.append(item);
    }
    return list;
  }

  function turnItem(name, turn, key) {
    const spoken = turn.w === "athlete" || turn.w === "coach";
    const item = make("div", { class: `turn ${spoken ? turn.w : "event"}`, id: `${key}-e${turn.e}` });
    const where = `${turn.s.replaceAll("_", " ").toLowerCase()}, event ${turn.e}`;
    item.append(make("span", { class: "who", title: where }, make("b", {}, `${name} `), turn.w));
    const marked = new Set();
    for (const piece of turn.t) {
      if (typeof piece === "string") { item.append(piece); continue; }
      const [words, finding] = piece;
      if (finding < 0) { item.append(make("mark", { class: "echo", title: "what was found in the other conversation, and not in this one" }, words)); continue; }
      marked.add(finding);
      item.append(make("mark", { id: `${key}-f${finding}`, tabindex: "-1" }, words, make("sup", {}, String(finding + 1))));
    }
    for (const finding of turn.f || []) {
      item.classList.add("found");
      if (!marked.has(finding)) item.append(make("sup", { id: `${key}-f${finding}`, tabindex: "-1" }, ` ${finding + 1}`));
    }
    return item;
  }

  function findingList(talk, key) {
    if (!talk.findings.length) return make("p", { class: "soft" }, "No findings.");
    const list = make("ol", { class: "findings" });
    talk.findings.forEach(([scorer, what, rule, event], number) => {
      const item = make("li", {}, make("b", {}, scorer), `: ${what} `);
      if (rule) item.title = rule;
      if (event !== null) {
        const go = make("button", { type: "button", class: "link" }, "show where");
        go.dataset.finding = String(number);
        go.addEventListener("click", () => {
          const place = document.getElementById(`${key}-f${number}`);
          if (!place) return;
          place.scrollIntoView({ block: "center" });
          place.focus();
        });
        item.append(go);
      }
      list.append(item);
    });
    return list;
  }

  const COLUMNS = ["week", "starts", "phase", "km", "min", "mon", "tue", "wed", "thu", "fri", "sat", "sun"];
  function plan(name, id, talk, other) {
    if (!talk.plan.length) return make("p", { class: "soft" }, `${name}: no plan.`);
    const table = make("table", { class: "plan", role: "table" });
    table.append(make("caption", {}, `${name}: ${talk.shown ? "the plan as shown" : "the last draft, never shown"}`));
    table.append(make("thead", { role: "rowgroup" }, make("tr", { role: "row" }, ...COLUMNS.map((name) => make("th", { scope: "col", role: "columnheader" }, name)))));
    const body = make("tbody", { role: "rowgroup" });
    talk.plan.forEach((row, at) => {
      const before = other && other.plan[at];
      body.append(make("tr", { role: "row" }, ...row.map((cell, place) => {
        const names = [];
        if (other && other.plan.length && (!before || before[place] !== cell)) names.push("other");
        if (cell === "rest") names.push("rest");
        const attributes = { class: names.join(" "), "data-label": COLUMNS[place] };
        return place ? make("td", { role: "cell", ...attributes }, cell) : make("th", { scope: "row", role: "rowheader", ...attributes }, cell);
      })));
    });
    table.append(body);
    return make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": `plan of the ${name} by weeks: ${id}` }, table);
  }

  function side(name, id, talk, key) {
    const box = make("section", { class: "side", "aria-label": `${name}: ${id || "none"}` });
    box.append(make("h3", {}, `${name}: ${id || "no such session"}`));
    if (!talk) {
      box.append(make("p", { class: "soft" }, id ? "The words of this session are in its log: make view." : "There is nothing to set against it."));
      return box;
    }
    box.append(make("p", {}, make("b", {}, `Ended: ${talk.outcome}`), talk.error ? `; broke: ${talk.error}` : ""));
    box.append(strip(talk), findingList(talk, key));
    return box;
  }

  /* Turns that answer to each other share a row; where they say the same and nothing was found, a phone shows one. */
  function talkRows(rows, sides) {
    const list = make("ol", { class: "talk pairs", "aria-label": "both conversations, turn by turn" });
    for (const [before, after, differs] of rows) {
      const item = make("li", { class: differs ? "differs" : "same" });
      for (const [at, name, talk, key] of [[before, ...sides[0]], [after, ...sides[1]]]) {
        const cell = make("div", { class: "cell" });
        if (at !== null) cell.append(turnItem(name, talk.turns[at], key));
        else cell.append(make("span", { class: "none" }, `${name}: no such turn`));
        item.append(cell);
      }
      if (item.querySelector(".found, .echo")) item.classList.add("marked");
      list.append(item);
    }
    return list;
  }

  async function sides(row) {
    const { base, candidate, rows } = (row.k === null ? null : await chunk(row.k)) || { base: null, candidate: null, rows: [] };
    const keys = [`s${serial++}`, `s${serial++}`];
    const pair = make("div", { class: "sides" }, side("base", row.b, base, keys[0]), side("candidate", row.c, candidate, keys[1]));
    const whole = make("div", {}, pair);
    if (rows.length) {
      const differing = rows.filter((each) => each[2]).length;
      whole.append(make("p", { class: "soft" }, `≠ marks turns that differ: ${differing} of ${rows.length}.`));
      whole.append(talkRows(rows, [["base", base, keys[0]], ["candidate", candidate, keys[1]]]));
    }
    if (base) whole.append(plan("base", row.b, base, null));
    if (candidate) whole.append(plan("candidate", row.c, candidate, base));
    return whole;
  }

  /* --- newly failing sessions: filled when opened, the first ones at once --- */
  async function fill(box, rows) {
    if (box.dataset.filled) return;
    box.dataset.filled = "yes";
    const row = rows.find((item) => item.c === box.dataset.session);
    box.querySelector("[data-here]").replaceChildren(await sides(row));
  }

  /* --- all sessions --- */
  function rowElement(row, open) {
    const button = make("button", { type: "button", class: "link" }, row.c || row.b);
    button.addEventListener("click", () => open(row));
    const said = row.x.map(([scorer, before, after]) => `${scorer}: ${before} → ${after}`).join("; ");
    const cell = (label, words) => make("td", { role: "cell", "data-label": label }, words);
    return make("tr", { role: "row" }, make("th", { scope: "row", role: "rowheader" }, button), cell("what became of it", row.g.join(", ") || "as before"), cell("scores", said));
  }

  function table(rows) {
    const words = $("filter"), group = $("group"), body = $("rows"), more = $("more"), count = $("count");
    let shown = PAGE;
    const hay = new Map(rows.map((row) => [row, `${row.c} ${row.b} ${row.g.join(" ")} ${row.t.join(" ")} ${row.x.flat().join(" ")}`.toLowerCase()]));
    const draw = () => {
      const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
      const kept = rows.filter((row) => (!group.value || row.g.includes(group.value)) && wanted.every((word) => hay.get(row).includes(word)));
      body.replaceChildren(...kept.slice(0, shown).map((row) => rowElement(row, open)));
      count.textContent = `${kept.length} of ${rows.length} sessions`;
      more.hidden = kept.length <= shown;
    };
    for (const name of [...new Set(rows.flatMap((row) => row.g))].sort()) group.append(make("option", {}, name));
    const again = () => { shown = PAGE; draw(); };
    words.addEventListener("input", again);
    group.addEventListener("change", again);
    more.addEventListener("click", () => { shown += PAGE; draw(); });
    draw();
  }

  async function open(row) {
    const dialog = $("session");
    $("session-name").textContent = row.c || row.b;
    $("session-body").replaceChildren(await sides(row));
    if (!dialog.open) dialog.showModal();
    history.replaceState(null, "", `#session=${encodeURIComponent(row.c || row.b)}`);
    dialog.scrollTop = 0;
  }

  async function start() {
    const rows = await unpack("index");
    table(rows);
    $("close").addEventListener("click", () => $("session").close());
    $("session").addEventListener("close", () => history.replaceState(null, "", " "));
    const cases = [...document.querySelectorAll("details.case")];
    for (const box of cases) box.addEventListener("toggle", () => box.open && fill(box, rows));
    for (const box of cases.slice(0, 10)) await fill(box, rows);
    addEventListener("beforeprint", () => { for (const box of document.querySelectorAll("details")) if (!box.closest("#sessions")) box.open = true; });
    const asked = new URLSearchParams(location.hash.slice(1)).get("session");
    const wanted = rows.find((row) => asked && (row.c === asked || row.b === asked));
    if (wanted) await open(wanted);
    document.documentElement.dataset.ready = "yes";
  }

  start().catch((problem) => { $("trouble").hidden = false; $("trouble").textContent = `The sessions cannot be unpacked here: ${problem}`; });
})();
