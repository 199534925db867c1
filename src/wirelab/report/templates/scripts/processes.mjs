// The course of a run: every process in order of rounds, and how processes warmed up.
import { frame, gridLines, logAxis, made, mark, pointOf, text } from "./drawing.mjs";
import { duration, ratio } from "./quantities.mjs";

const MOST_POINTS = 600; // with more, nobody can distinguish them
const MOST_LINES = 120;
const HEIGHT = 250;
const SIZE = 4;

const middle = (values) => {
  const sorted = [...values].sort((one, other) => one - other);
  const half = sorted.length >> 1;
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
};

const withoutGaps = (values) => values.filter((value) => value !== null);

// Cells with their `times` as shares of their estimates, those that move the most first, as many as fit, at least one.
// A time is null in a round that a cell lacks.
export const mostMoving = (cells, times, room) => {
  const moving = cells
    .map((cell) => ({ cell, shares: times(cell).map((time) => time && time / cell.time_ns[0]) }))
    .filter(({ shares }) => withoutGaps(shares).length && withoutGaps(shares).every((share) => share > 0));
  const moves = ({ shares }) => Math.max(...withoutGaps(shares).map((share) => Math.abs(Math.log(share))));
  moving.sort((one, other) => moves(other) - moves(one));
  let left = room;
  return moving.filter(({ shares }, at) => {
    left -= withoutGaps(shares).length;
    return at === 0 || left >= 0;
  });
};

// The places of both axes: `place` of shares from the least to the most, and the words below and beside.
const axes = (title, shares, below, width) => {
  const [left, right, top, bottom] = [62, width - 14, 8, HEIGHT - 38];
  const y = logAxis([1, ...shares], bottom, top);
  const svg = frame(width, HEIGHT, title);
  gridLines(svg, y, left, right, (share) => `${share}×`);
  svg.append(text(below, (left + right) / 2, HEIGHT - 4, { class: "tick", "text-anchor": "middle" }));
  return { svg, y, left, right, bottom };
};

// A line from each place to the next.
const path = (places) => places.map(([x, y], at) => `${at ? "L" : "M"}${x.toFixed(1)},${y.toFixed(1)}`).join("");

// Each process's time over its cell's, in order of rounds, and the median of all cells.
export const processesByRound = (cells, whos, title, width) => {
  const moving = mostMoving(cells, (cell) => cell.rounds_ns, MOST_POINTS);
  const shares = moving.flatMap((each) => withoutGaps(each.shares));
  const below = "process, in order of rounds";
  const { svg, y, left, right, bottom } = axes(`${title}: every process over its cell's time`, shares, below, width);
  const rounds = Math.max(...cells.map((cell) => cell.rounds_ns.length));
  const x = (round) => left + ((round + 0.5) / rounds) * (right - left);
  for (let round = 0, step = Math.max(1, Math.round(rounds / 10)); round < rounds; round += step) {
    svg.append(text(`${round + 1}`, x(round), bottom + 16, { class: "tick", "text-anchor": "middle" }));
  }
  const medians = Array.from({ length: rounds }, (_, round) => {
    const own = cells.filter((cell) => (cell.rounds_ns[round] ?? null) !== null);
    return own.length ? [x(round), y.place(middle(own.map((cell) => cell.rounds_ns[round] / cell.time_ns[0])))] : null;
  });
  for (const { cell, shares: own } of moving) {
    const who = whos[cell.who];
    for (const [round, share] of own.entries()) {
      if (share === null) continue;
      const says = `${who.subject} · ${who.platform}, process ${round + 1}: ${duration(cell.rounds_ns[round])}, ${ratio(share)}`;
      svg.append(mark(who, x(round), y.place(share), SIZE, pointOf(cell.who, says)));
    }
  }
  svg.append(made("path", { d: path(withoutGaps(medians)), class: "median" }));
  return svg;
};

// When a warm-up comes within a tenth of its last level for good, as a share of its batches.
export const levelFrom = (shares) => {
  const last = middle(shares.slice(-Math.max(1, Math.floor(shares.length / 4))));
  let from = shares.length;
  while (from > 0 && Math.abs(shares[from - 1] / last - 1) < 0.1) from -= 1;
  return from / shares.length;
};

// The warm-up of one process per cell, batch by batch, over the cell's time.
export const warmingUp = (cells, whos, title, width) => {
  const moving = mostMoving(cells, (cell) => cell.warm_up_ns, Number.POSITIVE_INFINITY).slice(0, MOST_LINES);
  const shares = moving.flatMap((each) => each.shares);
  const below = "of its warm-up";
  const { svg, y, left, right, bottom } = axes(`${title}: how processes warmed up`, shares, below, width);
  const x = (share) => left + share * (right - left);
  for (const share of [0, 0.25, 0.5, 0.75, 1]) {
    svg.append(text(`${100 * share} %`, x(share), bottom + 16, { class: "tick", "text-anchor": "middle" }));
  }
  svg.append(made("line", { x1: left, x2: right, y1: y.place(1), y2: y.place(1), class: "even" }));
  for (const { cell, shares: own } of moving) {
    const who = whos[cell.who];
    const from = levelFrom(own);
    const settled = from >= 1 ? "it never came to a level" : `it was at its last level from ${Math.round(100 * from)} % on`;
    const says = `${who.subject} · ${who.platform}: its first batches took ${ratio(own[0])} its time, the last ${ratio(own.at(-1))}, and ${settled}`;
    const places = own.map((share, at) => [x(own.length > 1 ? at / (own.length - 1) : 1), y.place(share)]);
    const node = made("g", { ...pointOf(cell.who, says), class: "mark course" });
    node.append(
      made("path", { d: path(places), class: "line", style: `stroke: ${who.colour}` }),
      made("path", { d: path(places), class: "near" }),
    );
    svg.append(node);
  }
  return svg;
};
