// A reader's selection: marked wherever it is, with its known facts.
import { ratioTo } from "./figures.mjs";
import { durationWithLimits, ratioWithLimits, size } from "./quantities.mjs";

const MOST_CELLS = 40;
const LINKED = ["documentation", "source"]; // where they are an address

const markEverywhere = (pick, label) => {
  document.body.classList.toggle("picking", pick !== null);
  for (const node of document.querySelectorAll("[data-who]")) node.classList.toggle("picked", Number(node.dataset.who) === pick);
  // In figures that were drawn without scripts, points have only their accessible names.
  for (const node of document.querySelectorAll(".drawn:not([data-live]) [aria-roledescription='point']")) {
    const says = node.getAttribute("aria-label") ?? "";
    node.classList.toggle("picked", label !== null && (says.startsWith(`${label},`) || says.startsWith(`${label} (`)));
  }
};

const factNodes = ([name, fact]) => {
  const [term, words] = [document.createElement("dt"), document.createElement("dd")];
  term.textContent = name;
  if (LINKED.includes(name) && /^https:\/\/\S+$/.test(fact)) {
    const link = document.createElement("a");
    link.href = fact;
    link.rel = "noreferrer noopener";
    link.textContent = fact;
    words.append(link);
  } else words.textContent = fact;
  return [term, words];
};

const cellNode = (data, cell, { ratio, words }) => {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = `#${cell.anchor}`;
  link.textContent = data.rankings[cell.ranking];
  const time = durationWithLimits(cell.time_ns).join(" ").trim();
  item.append(link, `: ${time}, ${size(cell.size_bytes)}; ${ratioWithLimits(ratio).join(" ").trim()} ${words}`);
  return item;
};

export const showSelection = (panel, data, { pick, reference }, references) => {
  const who = pick === null ? null : data.whos[pick];
  const label = who && `${who.subject} · ${who.platform}`;
  markEverywhere(pick, label);
  panel.hidden = who === null;
  if (who === null) return;
  panel.querySelector("h3").textContent = label;
  panel.querySelector("dl").replaceChildren(...[["format", who.format], ...who.facts].flatMap(factNodes));
  const cells = data.cells.filter((cell) => cell.who === pick).slice(0, MOST_CELLS);
  const items = cells.map((cell) => cellNode(data, cell, ratioTo(data, cell, reference, references[cell.ranking])));
  panel.querySelector("ul").replaceChildren(...items);
  panel.querySelector("[data-act=compare]").disabled = reference === pick;
};

// Arrow keys move between a figure's points, one of which Tab reaches; `select` is called with the owner of the chosen point or row.
export const selecting = (select) => {
  document.addEventListener("keydown", (event) => {
    const mark = event.target.closest?.(".mark");
    if (!mark) return;
    const marks = [...mark.closest("svg").querySelectorAll(".mark")];
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step) {
      const next = marks[(marks.indexOf(mark) + step + marks.length) % marks.length];
      mark.setAttribute("tabindex", -1);
      next.setAttribute("tabindex", 0);
      next.focus();
    } else if (event.key === "Enter" || event.key === " ") select(Number(mark.dataset.who));
    else return;
    event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    const mark = event.target.closest(".mark[data-who], tr[data-who] button.who");
    if (mark) select(Number(mark.closest("[data-who]").dataset.who));
  });
};
