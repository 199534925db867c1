// Figures of the shown cells: one per ranking, instead of those that were drawn without scripts.
import { rowsWithLimits, shortened, timeAgainstSize, unpadded } from "./drawing.mjs";
import { timeOverObjects } from "./growth.mjs";
import { formatsAgainstPlatforms } from "./platforms.mjs";
import { processesByRound, warmingUp } from "./processes.mjs";
import { MISSING, ratio, ratioWithLimits, size } from "./quantities.mjs";
import { ratioOf } from "./statistics.mjs";

const FIRST = 4; // drawn before anyone asks for more
const WORDS = { true: "recomputed", false: "" };

// The references that a reader may choose besides a subject: within a platform, or across all.
export const FASTEST = { "fastest-here": "the fastest on its platform", fastest: "the fastest on any platform" };
const known = new WeakMap(); // the fastest of a ranking by platform, and of all under ""
const fastestOf = (data, others) => {
  if (!known.has(others)) {
    const found = new Map();
    for (const cell of others.values()) {
      if (!cell.time_ns) continue;
      for (const key of ["", data.whos[cell.who].platform]) {
        if (!found.has(key) || cell.time_ns[0] < found.get(key).time_ns[0]) found.set(key, cell);
      }
    }
    known.set(others, found);
  }
  return known.get(others);
};
const referenceOf = (data, cell, chosen, others) => {
  if (typeof chosen === "number") return others.get(chosen);
  return fastestOf(data, others).get(chosen === "fastest" ? "" : data.whos[cell.who].platform);
};

// The ratio of a cell to the reference that a reader chose, or to that of the run: { ratio, look, words, against }.
export const ratioTo = (data, cell, chosen, others) => {
  if (chosen === null) {
    const against = cell.against === null ? null : data.whos[cell.against];
    return { ratio: cell.ratio, look: cell.look, words: cell.verdict, against };
  }
  const other = referenceOf(data, cell, chosen, others);
  const against = data.whos[typeof chosen === "number" ? chosen : other?.who] ?? null;
  if (other === undefined) return { ratio: null, look: "soft", words: "not measured here", against };
  if (other === cell) return { ratio: [1, null, null], look: "reference", words: "reference", against };
  const found = ratioOf(cell, other);
  if (found === null) return { ratio: found, look: "soft", words: "no time", against };
  const [estimate, low, high] = found;
  if (low !== null && (cell.unsteady || other.unsteady)) return { ratio: found, look: "unsteady", words: "unsteady", against };
  if (low === null) return { ratio: found, look: "soft", words: "too few rounds in common", against };
  const differs = low > 1 || high < 1;
  const within = low >= 1 / (1 + data.band) && high <= 1 + data.band;
  const direction = estimate < 1 ? "faster" : "slower";
  const words = within ? (differs ? `${direction}, negligible` : "equivalent") : differs ? direction : "unresolved";
  return { ratio: found, look: within ? "other" : words, words, against };
};

const fill = (figure, caption, svg) => {
  const title = document.createElement("figcaption");
  const link = document.createElement("a");
  link.className = "here";
  link.href = `#${figure.id}`;
  link.textContent = caption;
  title.append(link);
  figure.replaceChildren(title, svg);
};

// Draws into `place`: the first figures at once, the others on demand.
const draw = (place, drawn, missing) => {
  const shown = drawn.filter(Boolean);
  const more = place.dataset.all === undefined ? shown.slice(FIRST) : [];
  const figures = shown.slice(0, shown.length - more.length).map(([anchor, caption, make]) => {
    const figure = document.createElement("figure");
    figure.id = anchor;
    place.append(figure);
    return [figure, caption, make];
  });
  place.replaceChildren(...figures.map(([figure]) => figure));
  for (const [figure, caption, make] of figures) {
    fill(figure, caption, make(Math.max(280, Math.min(760, figure.clientWidth || place.clientWidth))));
    const first = figure.querySelector(".mark");
    if (first) first.setAttribute("tabindex", 0);
  }
  if (more.length) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = `Draw ${more.length} more`;
    button.addEventListener("click", () => {
      place.dataset.all = "";
      draw(place, drawn, missing);
      place.dispatchEvent(new CustomEvent("drawn", { bubbles: true }));
    });
    place.append(button);
  }
  if (!shown.length) {
    const none = document.createElement("p");
    none.className = "soft";
    none.textContent = missing;
    place.append(none);
  }
};

// One figure per ranking that has any of the `wanted` cells; `make` gets these, and its title.
const ofRankings = (data, shown, kind, wanted, make, anchors) =>
  data.rankings.map((title, ranking) => {
    const cells = shown.filter((cell) => cell.ranking === ranking && wanted(cell));
    return cells.length ? [anchors(kind, title), title, (width) => make(cells, data.whos, title, width)] : null;
  });
const isTimed = (cell) => cell.time_ns !== null && cell.time_ns[0] > 0;

const drawSizes = (place, data, shown, { anchors }) => {
  const drawn = ofRankings(data, shown, "size", (cell) => isTimed(cell) && cell.size_bytes, timeAgainstSize, anchors);
  draw(place, drawn, "Nothing that is shown has both a time and a size.");
};

const drawRatios = (place, data, shown, { chosen, anchors, references }) => {
  const shaky = new Set(data.cells.filter((cell) => cell.unsteady).map((cell) => cell.ranking));
  const drawn = data.rankings.map((title, ranking) => {
    const rows = shown
      .filter((cell) => cell.ranking === ranking)
      .map((cell) => [cell, ratioTo(data, cell, chosen, references[ranking])])
      .filter(([, found]) => found.ratio !== null && found.look !== "reference")
      .map(([cell, { ratio: values, words: verdict, against }]) => {
        const who = data.whos[cell.who];
        const own = [`${who.subject} · ${who.platform}: ${ratioWithLimits(values).join(" ").trim()}`];
        const may = data.fastest[ranking].includes(cell.who); // only steady ones were compared for that
        const fastest = shaky.has(ranking) ? "the fastest of those that were steady" : "the fastest";
        own.push(`of the time of ${against ? `${against.subject} · ${against.platform}` : MISSING}; ${verdict}`, WORDS[chosen !== null]);
        if (may) own.push(data.fastest[ranking].length > 1 ? "– may be the fastest" : `– ${fastest}`);
        const mark = data.verdicts[verdict] ?? data.verdicts["no ratio"];
        const words = ratio(values[0], ratioWithLimits(values)[0].startsWith("1.0") ? 4 : 3);
        return { who: cell.who, values, words, mark, may, says: own.filter(Boolean).join(" "), against };
      });
    if (!rows.length) return null;
    const against = [...new Set(rows.map((row) => row.against))];
    const one = against.length === 1 && against[0];
    const over = one ? `${one.subject} · ${one.platform}` : "the cell that it is compared with";
    const axis = `time over that of ${shortened(over, 60)}`;
    const look = { title: `Time over that of ${over}`, axis, band: data.band, tick: (value) => `${value}×` };
    return [anchors("ratios", title), title, (width) => rowsWithLimits(rows, data.whos, look, width)];
  });
  draw(place, drawn, "Nothing that is shown has a ratio.");
};

const drawPlatforms = (place, data, shown, { anchors }) =>
  draw(place, ofRankings(data, shown, "platforms", isTimed, formatsAgainstPlatforms, anchors), "Nothing that is shown has a time.");

// Time over the number of objects, one figure for all sizes of the same data and operation.
const drawGrowth = (place, data, shown) => {
  const titles = [...new Set(data.series.map(([title]) => title))];
  const series = new Map();
  for (const cell of shown) {
    const [title, objects] = data.series[cell.ranking];
    if (!objects || !isTimed(cell)) continue;
    if (!series.has(title)) series.set(title, new Map());
    const lines = series.get(title);
    if (!lines.has(cell.who)) lines.set(cell.who, []);
    lines.get(cell.who).push([objects, cell.time_ns]);
  }
  const drawn = [...series].map(([title, lines]) => {
    const grown = [...lines].filter(([, points]) => new Set(points.map(([objects]) => objects)).size > 1);
    return grown.length ? [`growth/${titles.indexOf(title) + 1}`, title, (width) => timeOverObjects(grown, data.whos, title, width)] : null;
  });
  draw(place, drawn, "Nothing that is shown was measured at two sizes.");
};

// Bytes of one operation, the least first. An operation that allocates none is drawn at one byte.
const allocations = (cells, whos, title, width) => {
  const rows = cells.map((cell) => {
    const [who, words] = [whos[cell.who], size(cell.allocated_bytes)];
    const says = `${who.subject} · ${who.platform}: one operation allocates ${words}`;
    return { who: cell.who, values: [Math.max(1, cell.allocated_bytes), null, null], words, mark: [who.shape, who.colour], says };
  });
  const look = { title: `${title}: bytes that one operation allocates`, axis: "allocated by one operation", band: null };
  return rowsWithLimits(rows, whos, { ...look, tick: (bytes) => unpadded(size(bytes)) }, width);
};
const drawAllocations = (place, data, shown, { anchors }) => {
  const drawn = ofRankings(data, shown, "allocated", (cell) => cell.allocated_bytes !== null, allocations, anchors);
  draw(place, drawn, "No runtime that is shown reports allocations.");
};

const drawProcesses = (place, data, shown, { anchors }) => {
  const several = (cell) => isTimed(cell) && cell.rounds_ns.filter((time) => time !== null).length > 1;
  draw(place, ofRankings(data, shown, "drift", several, processesByRound, anchors), "Nothing that is shown has two processes.");
};

const drawWarmUps = (place, data, shown, { anchors }) => {
  const warmed = (cell) => isTimed(cell) && cell.warm_up_ns.length > 1;
  draw(place, ofRankings(data, shown, "warm-up", warmed, warmingUp, anchors), "Nothing that is shown has warmed up.");
};

// The function that draws each kind of figure that follows its reader's choice.
export const LIVE = {
  size: drawSizes,
  ratios: drawRatios,
  platforms: drawPlatforms,
  growth: drawGrowth,
  allocated: drawAllocations,
  drift: drawProcesses,
  "warm-up": drawWarmUps,
};
