// Time over the number of objects: who takes the least at which size, and where another takes over.
import { frame, gridLines, logAxis, made, mark, pointOf, shortened, text, unpadded } from "./drawing.mjs";
import { duration, durationWithLimits } from "./quantities.mjs";

const counted = (objects) => `${objects.toLocaleString("en")} object${objects === 1 ? "" : "s"}`;

// The sizes between which another takes the least, with the place where both lines meet: [{ from, to, at, before, after }].
export const takeovers = (lines) => {
  const sizes = [...new Set(lines.flatMap(([, points]) => points.map(([objects]) => objects)))].sort((a, b) => a - b);
  const time = (points, size) => points.find(([objects]) => objects === size)?.[1][0];
  const least = sizes.map((size) => {
    const own = lines.filter(([, points]) => time(points, size) !== undefined);
    return own.reduce((best, line) => (best && time(best[1], size) <= time(line[1], size) ? best : line), null);
  });
  return sizes.slice(1).flatMap((to, index) => {
    const [from, before, after] = [sizes[index], least[index], least[index + 1]];
    if (before[0] === after[0]) return [];
    const [low, high] = [from, to].map((size) => Math.log(time(before[1], size) / time(after[1], size)));
    if (!Number.isFinite(low) || !Number.isFinite(high) || low === high) return [];
    const at = from * (to / from) ** (low / (low - high));
    return [{ from, to, at, before: before[0], after: after[0] }];
  });
};

export const takeoverWords = (lines, whos) =>
  takeovers(lines).map(({ from, to, at, before, after }) => {
    const named = (who) => `${whos[who].subject} on ${whos[who].platform}`;
    return `${named(after)} takes less than ${named(before)} from about ${counted(Number(at.toPrecision(2)))} on (between ${counted(from)} and ${counted(to)}, by the estimates).`;
  });

export const timeOverObjects = (lines, whos, title, width) => {
  const points = lines.flatMap(([, own]) => own);
  const height = Math.round(Math.min(400, Math.max(240, width * 0.62)));
  const [left, right, top, bottom] = [72, width - 120, 8, height - 38];
  const axis = (values, from, to) => logAxis(values, from, to, 0.06);
  const x = axis(
    points.map(([objects]) => objects),
    left,
    right,
  );
  const y = axis(
    points.map(([, [time]]) => time),
    bottom,
    top,
  );
  const says = takeoverWords(lines, whos);
  const svg = frame(width, height + 16 * Math.min(says.length, 3), `${title}: time over the number of objects. ${says.join(" ")}`);
  for (const tick of [...new Set(points.map(([objects]) => objects))]) {
    svg.append(made("line", { x1: x.place(tick), x2: x.place(tick), y1: top, y2: bottom, class: "grid" }));
    svg.append(text(tick.toLocaleString("en"), x.place(tick), bottom + 16, { class: "tick", "text-anchor": "middle" }));
  }
  gridLines(svg, y, left, right, (time) => unpadded(duration(time)));
  svg.append(text("objects", (left + right) / 2, height - 4, { class: "tick", "text-anchor": "middle" }));
  const ends = [];
  for (const [who, own] of lines) {
    const placed = [...own].sort(([a], [b]) => a - b).map(([objects, time]) => [x.place(objects), y.place(time[0]), objects, time]);
    const path = placed.map(([px, py], at) => `${at ? "L" : "M"}${px.toFixed(1)},${py.toFixed(1)}`).join("");
    svg.append(made("path", { d: path, fill: "none", stroke: whos[who].colour, "stroke-width": 1.4 }));
    for (const [px, py, objects, time] of placed) {
      const words = `${whos[who].subject} · ${whos[who].platform}, ${counted(objects)}: ${durationWithLimits(time).join(" ")}`;
      svg.append(mark(whos[who], px, py, 4.6, pointOf(who, words)));
    }
    ends.push([placed.at(-1)[1], placed.at(-1)[0], whos[who].subject]);
  }
  let last = Number.NEGATIVE_INFINITY;
  for (const [py, px, name] of ends.sort(([a], [b]) => a - b)) {
    if (py - last < 13) continue; // its points say whose they are
    last = py;
    svg.append(text(shortened(name, 17), px + 10, py + 4, { class: "name", "aria-hidden": true }));
  }
  for (const [at, words] of says.slice(0, 3).entries()) {
    svg.append(text(shortened(words, Math.floor(width / 5.6)), 0, height + 10 + 16 * at, { class: "tick" }));
  }
  return svg;
};
