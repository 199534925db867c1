// Figures of what is shown: one a ranking, in the place of those that were drawn without scripts.
import { ratiosWithLimits, timeAgainstSize } from "./drawing.mjs";
import { timeOverObjects } from "./growth.mjs";
import { formatsAgainstPlatforms } from "./platforms.mjs";
import { MISSING, ratioWithLimits } from "./quantities.mjs";
import { ratioOf } from "./statistics.mjs";

const FIRST = 4; // drawn before anyone asks for more
const WORDS = { true: "recomputed", false: "" };

// What a reader may compare with beside a subject: within a platform, or across all.
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

// The ratio of a cell to what a reader chose, or to what the run compared it with: { ratio, look, words, against }.
export const ratioTo = (data, cell, chosen, others) => {
  if (chosen === null) {
    const against = cell.against === null ? null : data.whos[cell.against];
    return { ratio: cell.ratio, look: cell.look, words: cell.verdict, against };
  }
  const other = referenceOf(data, cell, chosen, others);
  const against = data.whos[typeof chosen === "number" ? chosen : other?.who] ?? null;
  if (other === undefined) return { ratio: null, look: "soft", words: "not measured here", against };
  if (other === cell) return { ratio: [1, null, null], look: "reference", words: "reference", against };
  const ratio = ratioOf(cell, other);
  if (ratio === null) return { ratio, look: "soft", words: "no time", against };
  const [estimate, low, high] = ratio;
  if (low === null) return { ratio, look: "soft", words: "no rounds in common", against };
  const differs = low > 1 || high < 1;
  const within = low >= 1 - data.band && high <= 1 + data.band;
  const direction = estimate < 1 ? "faster" : "slower";
  const words = within ? (differs ? `${direction}, negligible` : "equivalent") : differs ? direction : "unresolved";
  return { ratio, look: within ? "other" : words, words, against };
};

const fill = (figure, caption, svg) => {
  const title = document.createElement("figcaption");
  title.textContent = caption;
  figure.replaceChildren(title, svg);
};

// Draws into `place`; gives how many rankings have something to draw.
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

export const drawSizes = (place, data, shown, anchors) => {
  const drawn = data.rankings.map((title, ranking) => {
    const cells = shown.filter((cell) => cell.ranking === ranking && cell.time_ns && cell.time_ns[0] > 0 && cell.size_bytes);
    return cells.length ? [anchors("size", title), title, (width) => timeAgainstSize(cells, data.whos, title, width)] : null;
  });
  draw(place, drawn, "None of what is shown has both a time and a size.");
};

export const drawRatios = (place, data, shown, chosen, anchors, references) => {
  const drawn = data.rankings.map((title, ranking) => {
    const rows = shown
      .filter((cell) => cell.ranking === ranking)
      .map((cell) => [cell, ratioTo(data, cell, chosen, references[ranking])])
      .filter(([, found]) => found.ratio !== null && found.look !== "reference")
      .map(([cell, { ratio, words, against }]) => {
        const who = data.whos[cell.who];
        const own = [`${who.subject} · ${who.platform}: ${ratioWithLimits(ratio).join(" ").trim()}`];
        const may = data.fastest[ranking].includes(cell.who);
        own.push(`of the time of ${against ? `${against.subject} · ${against.platform}` : MISSING}; ${words}`, WORDS[chosen !== null]);
        if (may) own.push(data.fastest[ranking].length > 1 ? "– may be the fastest" : "– the fastest");
        const mark = data.verdicts[words] ?? data.verdicts["no ratio"];
        return { who: cell.who, ratio, mark, may, says: own.filter(Boolean).join(" "), against };
      });
    if (!rows.length) return null;
    const against = [...new Set(rows.map((row) => row.against))];
    const one = against.length === 1 && against[0];
    const over = one ? `${one.subject} · ${one.platform}` : "the cell that it is compared with";
    return [anchors("ratios", title), title, (width) => ratiosWithLimits(rows, data.whos, over, data.band, width)];
  });
  draw(place, drawn, "Nothing that is shown has a ratio.");
};

export const drawPlatforms = (place, data, shown) => {
  const drawn = data.rankings.map((title, ranking) => {
    const cells = shown.filter((cell) => cell.ranking === ranking && cell.time_ns && cell.time_ns[0] > 0);
    return cells.length ? [`platforms/${ranking + 1}`, title, (width) => formatsAgainstPlatforms(cells, data.whos, title, width)] : null;
  });
  draw(place, drawn, "Nothing that is shown has a time.");
};

// Time over the number of objects, one figure for all sizes of the same data and operation.
export const drawGrowth = (place, data, shown) => {
  const titles = [...new Set(data.series.map(([title]) => title))];
  const series = new Map();
  for (const cell of shown) {
    const [title, objects] = data.series[cell.ranking];
    if (!objects || !cell.time_ns || cell.time_ns[0] <= 0) continue;
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
