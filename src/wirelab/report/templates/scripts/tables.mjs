// Sorts and filters tables, and writes them for elsewhere.
import { BYTES, NANOSECONDS } from "./quantities.mjs";

const UNITS = new Map([...NANOSECONDS, ...BYTES].flatMap(([scale, unit]) => [unit, `${unit}/s`].map((each) => [each, scale])));
const SHARES = { yes: 100, no: 0 };

// The sort key of a cell: its number in the smallest unit, otherwise its text, or null for a dash.
export const sortKey = (words, isNumber) => {
  const text = words.trim();
  const [word] = text.split(/[\s(]/, 1);
  if (text === "" || word === "–" || text.startsWith("all lost")) return null;
  if (!isNumber) return text;
  const found = /^([-−+]?[\d.,]+(?:e[+-]?\d+)?)\s*([a-zµ]*B?(?:\/s)?)/i.exec(text);
  return found ? parseFloat(found[1].replaceAll(",", "").replace("−", "-")) * (UNITS.get(found[2]) ?? 1) : (SHARES[word] ?? null);
};
const collator = new Intl.Collator(undefined, { numeric: true }); // run 2 before run 10, version 3.9 before 3.11
export const compared = (a, b) => (typeof a === "number" && typeof b === "number" ? a - b : collator.compare(a, b));

const sort = (head, down) => {
  for (const other of head.parentElement.cells) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", down ? "descending" : "ascending");
  const body = head.closest("table").tBodies[0];
  const keyed = [...body.rows].map((row) => {
    const cell = row.cells[head.cellIndex];
    return [sortKey(cell.textContent, cell.classList.contains("number")), row];
  });
  keyed.sort(([a], [b]) => (a === null || b === null ? (a === null) - (b === null) : down ? compared(b, a) : compared(a, b)));
  body.append(...keyed.map(([, row]) => row));
};

// `changed` is called with a table and the name of a column that its reader sorts by, with a minus for the largest first.
export const sortable = (changed) => {
  for (const head of document.querySelectorAll("table.results thead th")) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      sort(head, down);
      changed(head.closest("table"), `${down ? "-" : ""}${head.textContent}`);
    });
    head.append(button);
  }
};
export const sortBy = (tables, asked) => {
  const [down, name] = [asked.startsWith("-"), asked.replace(/^-/, "")];
  const heads = tables.flatMap((table) => [...table.tHead.rows[0].cells].filter((head) => head.textContent === name));
  for (const head of heads) sort(head, down);
  return heads.length > 0;
};

// A bar narrows the tables of its section: to rows with all words, and with the chosen level of each column that offers a choice.
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
// `changed` is called with the tables of a section and the words that its reader looks for there.
export const filterable = (changed) => {
  for (const bar of document.querySelectorAll(".filter")) {
    const [input, status] = [bar.querySelector("input"), bar.querySelector("[role=status]")];
    const tables = [...bar.closest("section").querySelectorAll("table.results")];
    const rows = tables.flatMap((table) => [...table.tBodies[0].rows]);
    const update = () => {
      const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      const chosen = choosers.filter(([, , select]) => select.value);
      for (const row of rows) {
        const text = words.length ? row.textContent.toLowerCase() : "";
        const fits = chosen.every(([column, , select]) => level(row.cells[column]) === select.value);
        row.hidden = !fits || !words.every((word) => text.includes(word));
      }
      const left = rows.filter((row) => !row.hidden && !row.classList.contains("off")).length;
      status.textContent = words.length || chosen.length ? `${left} of ${rows.length} rows` : "";
    };
    const heads = tables.flatMap((table) => [...table.querySelectorAll("thead th.levels")]);
    const choosers = heads.map((head) => chooser(head, rows, update));
    bar.querySelector(".choices")?.append(...choosers.map(([, label]) => label));
    input.addEventListener("input", (event) => {
      update();
      if (event.bubbles) changed(tables, input.value);
    });
    bar.hidden = false;
  }
};
// Shows the words that a link looks for in these tables, without a call of `changed`.
export const lookFor = (tables, words) => {
  const input = tables[0]?.closest("section").querySelector(".filter input");
  if (!input || (input.value === words && !words)) return;
  input.value = words;
  input.dispatchEvent(new Event("input"));
};

export const markdown = (table) => {
  const clean = (words) =>
    words
      .trim()
      .replace(/\s+/g, " ")
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replace(/[|`*_\\[\]]/g, "\\$&");
  const row = (cells) => `| ${cells.map(clean).join(" | ")} |`;
  const lines = [row(table.head), `| ${table.numbers.map((number) => (number ? "--:" : "---")).join(" | ")} |`, ...table.rows.map(row)];
  return `### ${clean(table.title)}\n\n${lines.join("\n")}\n`;
};

// A text that a spreadsheet would take for a formula gets an apostrophe before it.
export const csv = (rows) => {
  const field = (value) => {
    if (value === null || value === undefined) return "";
    if (typeof value === "number") return `${value}`;
    const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return `${rows.map((row) => row.map(field).join(",")).join("\r\n")}\r\n`;
};

// The visible part of a table.
export const seen = (table) => {
  const heads = [...table.tHead.rows[0].cells];
  const columns = heads.map((head, at) => [head, at]).filter(([head]) => head.offsetWidth > 0);
  const rows = [...table.tBodies[0].rows].filter((row) => !row.hidden && !row.classList.contains("off"));
  return {
    title: table.caption.textContent,
    head: columns.map(([head]) => head.textContent),
    numbers: columns.map(([head]) => head.classList.contains("number")),
    rows: rows.map((row) => columns.map(([, at]) => row.cells[at].textContent)),
  };
};
