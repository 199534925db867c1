// Figures as SVG, in the colours of the style sheet. Every point has its values as its accessible name.

import { duration, durationWithLimits, rateWords, size } from "./quantities.mjs";
import { paretoFront } from "./statistics.mjs";

const MANTISSAS = [[1], [1, 3], [1, 2, 5], [1, 1.5, 2, 3, 5, 7]];
const CHARACTER_PX = 6.2;
const CROWDED = 150; // points of one figure, beyond which they are small and without letters
const SMALL = 3;

export const made = (name, attributes = {}, ...children) => {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
};
export const text = (words, x, y, attributes = {}) => made("text", { x, y, ...attributes }, words);

export const shortened = (words, fits) => (words.length > fits ? `${words.slice(0, Math.max(1, fits - 1))}…` : words);

// A logarithmic axis over `values` with some of its length free at either end: where a value is, and round values on it.
export const logAxis = (values, from, to, margin = 0.08) => {
  const [low, high] = [Math.log(Math.min(...values)), Math.log(Math.max(...values))];
  const room = Math.max((high - low) * margin, 0.02);
  const [least, most] = [low - room, high + room];
  const place = (value) => from + ((Math.log(value) - least) / (most - least)) * (to - from);
  const decades = [];
  for (let power = Math.floor(least / Math.LN10); power <= Math.ceil(most / Math.LN10); power++) decades.push(power);
  const inside = (value) => Math.log(value) >= least && Math.log(value) <= most;
  const sets = MANTISSAS.map((set) => decades.flatMap((power) => set.map((m) => Number(`${m}e${power}`))).filter(inside));
  const round =
    sets.find((set) => set.length >= 3 && set.length <= 7) ??
    (sets[0].length > 7 ? sets[0].filter((_, at) => at % Math.ceil(sets[0].length / 7) === 0) : even(Math.exp(least), Math.exp(most)));
  return { place, ticks: round };
};
const even = (low, high) => {
  const rough = (high - low) / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [5, 2, 1].map((m) => m * power).find((each) => each <= rough * (1 + 1e-9));
  const ticks = [];
  for (let index = Math.ceil(low / step); index <= Math.floor(high / step); index++) ticks.push(Number((index * step).toPrecision(12)));
  return ticks;
};

// The attributes that make a node a point of a figure: its reader reaches and selects `who` by it, and hears `says`.
export const pointOf = (who, says) => ({
  class: "mark",
  role: "button",
  tabindex: -1,
  "data-who": who,
  "aria-roledescription": "point",
  "aria-label": says,
});

export const mark = (who, x, y, scale, attributes) => {
  const node = made("g", { transform: `translate(${x.toFixed(1)},${y.toFixed(1)})`, ...attributes });
  node.append(made("circle", { r: 11, class: "halo" }));
  const paint = {
    d: who.shape,
    transform: `scale(${scale})`,
    stroke: who.colour,
    fill: who.hollow ? "var(--paper)" : who.colour,
    "stroke-width": 0.28,
  };
  node.append(made("path", paint));
  if (who.letter && scale > SMALL) node.append(text(who.letter, 0, 2.9, { class: who.hollow ? "letter ink" : "letter" }));
  return node;
};

export const frame = (width, height, label) =>
  made("svg", { class: "live", viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": label });

// A quantity on an axis has no zeros after its decimal point.
export const unpadded = (words) => words.replace(/\.0+ /, " ");

// The lines of a vertical axis, from left to right, each with its value.
export const gridLines = (svg, y, left, right, write) => {
  for (const tick of y.ticks) {
    svg.append(made("line", { x1: left, x2: right, y1: y.place(tick), y2: y.place(tick), class: "grid" }));
    svg.append(text(write(tick), left - 6, y.place(tick) + 4, { class: "tick", "text-anchor": "end" }));
  }
};

// Names beside points, the first ones first, where they cover no other and no point.
const labelled = (svg, points, left, right, bottom) => {
  const taken = points.map(({ x, y }) => [x - 6, y - 6, x + 6, y + 6]);
  for (const { x, y, name } of points) {
    const width = Math.min(name.length, 40) * CHARACTER_PX;
    const places = [
      [x + 13, y - 6, x + 13 + width, y + 6],
      [x - 13 - width, y - 6, x - 13, y + 6],
      [x - width / 2, y - 21, x + width / 2, y - 9],
      [x - width / 2, y + 9, x + width / 2, y + 21],
    ];
    const free = places.find(
      (box) =>
        box[0] >= left &&
        box[2] <= right &&
        box[1] >= 0 &&
        box[3] <= bottom &&
        !taken.some((other) => box[0] < other[2] && other[0] < box[2] && box[1] < other[3] && other[1] < box[3]),
    );
    if (!free) continue;
    taken.push(free);
    svg.append(text(shortened(name, 40), free[0], free[3] - 2, { class: "name", "aria-hidden": true }));
  }
};

// Time against size of cells that have both, both logarithmic, with those joined that none beats in both.
export const timeAgainstSize = (placed, whos, title, width) => {
  const height = Math.round(Math.min(400, Math.max(240, width * 0.62)));
  const [left, right, top, bottom] = [72, width - 8, 8, height - 38];
  const x = logAxis(
    placed.map((cell) => cell.size_bytes),
    left,
    right,
    0.12,
  );
  const y = logAxis(
    placed.map((cell) => cell.time_ns[0]),
    bottom,
    top,
  );
  const svg = frame(width, height, `${title}: time of one operation against encoded size`);
  for (const tick of x.ticks) {
    svg.append(made("line", { x1: x.place(tick), x2: x.place(tick), y1: top, y2: bottom, class: "grid" }));
    const words = unpadded(size(tick));
    const most = width - (words.length * CHARACTER_PX) / 2; // the last one would be cut off at the edge
    svg.append(text(words, Math.min(x.place(tick), most), bottom + 16, { class: "tick", "text-anchor": "middle" }));
  }
  gridLines(svg, y, left, right, (time) => unpadded(duration(time)));
  svg.append(text("encoded size", (left + right) / 2, height - 4, { class: "tick", "text-anchor": "middle" }));
  svg.append(text("time", 0, 0, { class: "tick", "text-anchor": "middle", transform: `translate(11,${(top + bottom) / 2}) rotate(-90)` }));
  const front = paretoFront(placed.map((cell) => [cell.time_ns[0], cell.size_bytes]));
  const [start, ...steps] = front.map((at) => [x.place(placed[at].size_bytes), y.place(placed[at].time_ns[0])]);
  svg.append(made("path", { d: `M${start.join(",")}${steps.map(([px, py]) => `V${py}H${px}`).join("")}`, class: "front" }));
  const scale = placed.length > CROWDED ? SMALL : 5.5;
  const onFront = new Set(front);
  const names = [];
  for (const [at, cell] of placed.entries()) {
    const who = whos[cell.who];
    const says = `${who.subject} · ${who.platform} (${who.format}): ${durationWithLimits(cell.time_ns).join(" ")}, ${size(cell.size_bytes)}${onFront.has(at) ? "; on the Pareto front" : ""}`;
    const [px, py] = [x.place(cell.size_bytes), y.place(cell.time_ns[0])];
    svg.append(mark(who, px, py, scale, { ...pointOf(cell.who, says), ...(onFront.has(at) ? { "data-front": "" } : {}) }));
    names.push({ x: px, y: py, name: who.subject, front: onFront.has(at) });
  }
  names.sort((one, other) => other.front - one.front);
  labelled(svg, names.slice(0, 200), left, width, bottom);
  return svg;
};

// Values with their limits, the least first. Rows are { who, values, words, mark, says, may }; `band` is the half-width of the one around 1, or null.
export const rowsWithLimits = (rows, whos, { title, axis, band, tick }, width) => {
  const several = new Set(rows.map((row) => whos[row.who].platform)).size > 1;
  const shown = [...rows].sort((one, other) => one.values[0] - other.values[0]);
  const named = (who) => (several ? `${who.subject} · ${who.platform}` : who.subject);
  const longest = Math.max(...shown.map((row) => named(whos[row.who]).length));
  const left = Math.min(longest * CHARACTER_PX + 10, width * 0.42);
  const fits = Math.floor((left - 10) / CHARACTER_PX);
  const [right, bottom] = [width - 50, shown.length * 22 + 6];
  const around = band === null ? [] : [1 / (1 + band), 1 + band];
  const estimates = shown.map((row) => row.values[0]);
  const [least, most] = [Math.min(...around, ...estimates) / 8, Math.max(...around, ...estimates) * 8];
  const kept = (value) => Math.min(Math.max(value, least), most);
  const ends = shown.flatMap(({ values: [estimate, low, high] }) => (low === null ? [estimate] : [estimate, kept(low), kept(high)]));
  const x = logAxis([...around, ...ends], left, right);
  const svg = frame(width, bottom + 40, title);
  if (band !== null)
    svg.append(
      made("rect", { x: x.place(around[0]), width: x.place(around[1]) - x.place(around[0]), y: 0, height: bottom, class: "band" }),
    );
  for (const each of x.ticks) {
    svg.append(made("line", { x1: x.place(each), x2: x.place(each), y1: 0, y2: bottom, class: "grid" }));
    svg.append(text(tick(each), x.place(each), bottom + 16, { class: "tick", "text-anchor": "middle" }));
  }
  if (band !== null) svg.append(made("line", { x1: x.place(1), x2: x.place(1), y1: 0, y2: bottom, class: "even" }));
  svg.append(text(axis, (left + right) / 2, bottom + 34, { class: "tick", "text-anchor": "middle" }));
  for (const [at, row] of shown.entries()) {
    const [who, y] = [whos[row.who], at * 22 + 14];
    const [estimate, low, high] = row.values;
    const node = made("g", { ...pointOf(row.who, row.says), class: "mark row", style: `color: ${row.mark[1]}` });
    node.append(made("rect", { x: 0, y: y - 11, width, height: 22, class: "halo" }));
    node.append(text(shortened(named(who), fits), left - 8, y + 4, { class: row.may ? "name may" : "name", "text-anchor": "end" }));
    if (low !== null) node.append(made("line", { x1: x.place(kept(low)), x2: x.place(kept(high)), y1: y, y2: y, class: "whisker" }));
    const place = `translate(${x.place(estimate).toFixed(1)},${y}) scale(4.6)`;
    node.append(made("path", { d: row.mark[0], transform: place, class: low === null && band !== null ? "hollow" : "" }));
    node.append(text(row.words, x.place(low === null ? estimate : kept(high)) + 8, y + 4, { class: "name" }));
    svg.append(node);
  }
  return svg;
};

// Which way takes the least at which rate of the link: stretches of [from, to, way], and the rate that is asked for.
export const overRates = (stretches, whos, asked, width) => {
  const [left, right, top] = [4, width - 4, 18];
  const [low, high] = [stretches[0][0], stretches.at(-1)[1]];
  const place = (rate) => left + (Math.log(rate / low) / Math.log(high / low)) * (right - left);
  const svg = frame(width, 92, "The way that takes the least, by the rate of the link");
  for (const [from, to, way] of stretches) {
    const [x, wide] = [place(from), place(to) - place(from)];
    const who = whos[way.who];
    const says = `${way.name} takes the least from ${rateWords(from)} to ${rateWords(to)}`;
    const node = made("g", { ...pointOf(way.who, says), class: "mark stretch" });
    node.append(made("rect", { x, y: top, width: Math.max(wide, 1), height: 30, fill: who.colour, class: "box" }));
    const fits = Math.floor((wide - 10) / CHARACTER_PX);
    if (fits > 3) node.append(text(shortened(way.name, fits), x + 5, top + 19, { class: "inside" }));
    svg.append(node);
  }
  for (let rate = low; rate <= high * 1.01; rate *= width < 900 ? 100 : 10) {
    svg.append(
      text(rateWords(rate), place(rate), top + 48, {
        class: "tick",
        "text-anchor": rate === low ? "start" : rate >= high * 0.99 ? "end" : "middle",
      }),
    );
  }
  svg.append(made("path", { d: `M${place(asked)},${top - 4}v38m0,-38l-5,-8h10z`, class: "asked" }));
  return svg;
};

// Parts of a whole side by side; their lengths are shares of `most`, the largest whole.
export const stacked = (parts, most, says) => {
  const svg = made("svg", { class: "parts", viewBox: "0 0 100 10", preserveAspectRatio: "none", role: "img", "aria-label": says });
  svg.append(made("title", {}, says));
  let x = 0;
  for (const [at, part] of parts.entries()) {
    const width = (100 * part) / most;
    svg.append(made("rect", { x, y: 0, width, height: 10, class: `part-${at}` }));
    x += width;
  }
  return svg;
};
