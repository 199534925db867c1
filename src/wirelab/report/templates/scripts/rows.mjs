// The rows of the tables of cells: which of them are shown, and their ratios to the reference that a reader chose.
import { ratioTo } from "./figures.mjs";
import { ratioWithLimits, UNBOUNDED } from "./quantities.mjs";

export const hasCells = (table) => table.tBodies[0].rows[0]?.id.startsWith("cell/") ?? false;
export const tablesOfCells = () => [...document.querySelectorAll("table.results")].filter(hasCells);

// The ratio, the verdict and, where there is one, the column of the cell that a row is compared with.
const columnsOf = (table) => {
  const names = [...table.tHead.rows[0].cells].map((head) => head.textContent);
  return ["ratio", "verdict", "against"].map((name) => names.indexOf(name));
};

const writeRatio = (row, [at, verdict, against], found) => {
  const [estimate, limits] = ratioWithLimits(found.ratio);
  const beside = document.createElement("span");
  beside.className = "limits";
  beside.textContent = limits;
  row.cells[at].replaceChildren(estimate, " ", beside);
  row.cells[at].classList.toggle("grey", found.look === "soft");
  row.cells[verdict].textContent = found.words;
  row.cells[verdict].className = found.look;
  if (against >= 0) row.cells[against].textContent = found.against ? `${found.against.subject} on ${found.against.platform}` : "";
};

export const rowsOf = (data, references) => {
  const rows = data.cells.map((cell) => document.getElementById(cell.anchor));
  const columns = new Map(tablesOfCells().map((table) => [table, columnsOf(table)]));
  const originals = new Map(); // the report's own content of a row's cells
  const restore = (row) => {
    for (const [cell, nodes, look] of originals.get(row)) {
      cell.replaceChildren(...nodes);
      cell.className = look;
    }
    originals.delete(row);
  };
  const keep = (row, places) => {
    const cells = places.filter((at) => at >= 0).map((at) => row.cells[at]);
    originals.set(
      row,
      cells.map((cell) => [cell, [...cell.childNodes], cell.className]),
    );
  };
  // A name in a row is a button that selects it.
  for (const [at, cell] of data.cells.entries()) {
    const head = rows[at]?.cells[0];
    if (!head) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "who";
    button.append(...head.childNodes);
    head.append(button);
    rows[at].dataset.who = cell.who;
  }
  return (isShown, reference) => {
    for (const [at, cell] of data.cells.entries()) {
      const row = rows[at];
      if (!row) continue;
      row.classList.toggle("off", !isShown(cell));
      if (originals.has(row)) restore(row);
      if (reference === null) continue;
      const places = columns.get(row.closest("table"));
      keep(row, places);
      writeRatio(row, places, ratioTo(data, cell, reference, references[cell.ranking]));
    }
    for (const table of columns.keys()) {
      table.closest(".scroll").hidden = [...table.tBodies[0].rows].every((row) => row.classList.contains("off"));
    }
  };
};

const LIMITS = ["", "_low", "_high"];
const ends = (limits) => (limits ?? [null, null, null]).map((end) => (end !== null && end < UNBOUNDED ? end : null));
const FACTS = ["format", "library", "version", "contract", "source", "documentation"];

// The shown cells as rows of values in the smallest units, for other programs.
export const valuesOf = (data, cells, reference, references) => {
  const facets = data.facets.map((facet) => facet.name);
  const facts = FACTS.filter((name) => !facets.includes(name));
  const names = [
    ...["ranking", "subject", "platform", ...facets, ...facts],
    ...LIMITS.map((end) => `time${end}_ns`),
    ...["size_bytes", "allocated_bytes"],
    ...LIMITS.map((end) => `ratio${end}`),
    ...["verdict", "against"],
  ];
  const values = (cell) => {
    const who = data.whos[cell.who];
    const known = new Map([["format", who.format], ...who.facts]);
    const { ratio, words, against } = ratioTo(data, cell, reference, references[cell.ranking]);
    return [
      ...[data.rankings[cell.ranking], who.subject, who.platform],
      ...cell.levels.map((level, at) => data.facets[at].levels[level]),
      ...facts.map((name) => known.get(name) ?? null),
      ...ends(cell.time_ns),
      ...[cell.size_bytes, cell.allocated_bytes],
      ...ends(ratio),
      ...[words, against ? against.name : ""],
    ];
  };
  return [names, ...cells.map(values)];
};
