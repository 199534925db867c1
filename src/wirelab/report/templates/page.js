// Sorts and filters tables of results, and shows a point's accessible name beside the pointer. Without it, the page lacks
// nothing but this.
(() => {
  const units = {
    ns: 1, "µs": 1e3, ms: 1e6, s: 1e9,
    B: 1, kB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12, "B/s": 1, "kB/s": 1e3, "MB/s": 1e6, "GB/s": 1e9, "TB/s": 1e12,
  };
  const shares = { yes: 100, no: 0 };
  // What a cell sorts by: its number in the smallest unit, otherwise its text; nothing where there is a dash.
  const value = (cell) => {
    const text = cell.textContent.trim();
    const [word] = text.split(/[\s(]/, 1);
    if (text === "" || word === "–" || text.startsWith("all lost")) return null;
    if (!cell.classList.contains("number")) return text;
    const found = /^([\d.,]+(?:e[+-]?\d+)?)\s*([a-zµ]*B?(?:\/s)?)/i.exec(text);
    return found ? parseFloat(found[1].replaceAll(",", "")) * (units[found[2]] ?? 1) : (shares[word] ?? null);
  };
  const compare = (a, b) => (typeof a === "number" && typeof b === "number" ? a - b : `${a}`.localeCompare(`${b}`));
  const sort = (head) => {
    const down = head.getAttribute("aria-sort") === "ascending";
    for (const other of head.parentElement.cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const body = head.closest("table").tBodies[0];
    const keyed = [...body.rows].map((row) => [value(row.cells[head.cellIndex]), row]);
    keyed.sort(([a], [b]) => (a === null || b === null ? (a === null) - (b === null) : down ? compare(b, a) : compare(a, b)));
    body.append(...keyed.map(([, row]) => row));
  };
  for (const head of document.querySelectorAll("table.results thead th")) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    button.addEventListener("click", () => sort(head));
    head.append(button);
  }
  // A bar narrows the tables of its section: to rows with all words, and with the level chosen of each column that offers it.
  const wordsOf = (text) => text.toLowerCase().split(/\s+/).filter(Boolean);
  const level = (cell) => cell.dataset.value ?? cell.textContent.trim();
  const chooser = (head, rows, update) => {
    const label = document.createElement("label");
    const select = document.createElement("select");
    const levels = [...new Set(rows.map((row) => level(row.cells[head.cellIndex])))].sort();
    select.append(new Option("any", ""), ...levels.map((text) => new Option(text, text)));
    select.addEventListener("change", update);
    label.append(`${head.textContent} `, select);
    return [head.cellIndex, label, select];
  };
  for (const bar of document.querySelectorAll(".filter")) {
    const [input, status] = [bar.querySelector("input"), bar.querySelector("[role=status]")];
    const tables = [...bar.closest("section").querySelectorAll("table.results")];
    const rows = tables.flatMap((table) => [...table.tBodies[0].rows]);
    const update = () => {
      const words = wordsOf(input.value);
      const chosen = choosers.filter(([, , select]) => select.value);
      for (const row of rows) {
        const text = row.textContent.toLowerCase();
        const fits = chosen.every(([column, , select]) => level(row.cells[column]) === select.value);
        row.hidden = !fits || !words.every((word) => text.includes(word));
      }
      const left = rows.filter((row) => !row.hidden).length;
      status.textContent = words.length || chosen.length ? `${left} of ${rows.length} rows` : "";
    };
    const heads = tables.flatMap((table) => [...table.querySelectorAll("thead th.choose")]);
    const choosers = heads.map((head) => chooser(head, rows, update));
    bar.querySelector(".choices")?.append(...choosers.map(([, label]) => label));
    input.addEventListener("input", update);
    bar.hidden = false;
  }
})();
(() => {
  const tip = document.getElementById("tip");
  const hide = () => { tip.hidden = true; };
  document.addEventListener("pointerover", (event) => {
    const mark = event.target.closest("figure svg [aria-roledescription='point']");
    if (!mark) return hide();
    tip.textContent = mark.getAttribute("aria-label");
    tip.hidden = false;
    const box = mark.getBoundingClientRect();
    const room = document.documentElement.clientWidth - tip.offsetWidth - 8;
    tip.style.left = `${Math.max(8, Math.min(box.right + 10, room))}px`;
    tip.style.top = `${Math.max(8, box.top - tip.offsetHeight - 6)}px`;
  });
  document.addEventListener("scroll", hide, { passive: true });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });
})();
