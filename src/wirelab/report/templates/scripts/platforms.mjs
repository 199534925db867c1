// Formats against platforms: the least time of each on each, the darker the nearer to the least of all.
import { frame, made, pointOf, shortened, text } from "./drawing.mjs";
import { duration, durationWithLimits, ratio } from "./quantities.mjs";

const ROW_PX = 36;
const FADED = 10; // the multiple of the least of all at which cells are palest

// Rows by format, columns by platform, both by name; each place has the cell with the least time, or null.
export const leastOfEach = (cells, whos) => {
  const timed = cells.filter((cell) => cell.time_ns !== null && cell.time_ns[0] > 0);
  const names = (key) => [...new Set(timed.map((cell) => whos[cell.who][key]))].sort();
  const [formats, platforms] = [names("format"), names("platform")];
  const least = (format, platform) =>
    timed
      .filter((cell) => whos[cell.who].format === format && whos[cell.who].platform === platform)
      .reduce((best, cell) => (best && best.time_ns[0] <= cell.time_ns[0] ? best : cell), null);
  return { formats, platforms, places: formats.map((format) => platforms.map((platform) => least(format, platform))) };
};

export const formatsAgainstPlatforms = (cells, whos, title, width) => {
  const { formats, platforms, places } = leastOfEach(cells, whos);
  const all = Math.min(...places.flat().flatMap((cell) => (cell ? [cell.time_ns[0]] : [])));
  const left = Math.min(150, width * 0.28);
  const wide = (width - left) / platforms.length;
  const svg = frame(width, 24 + ROW_PX * formats.length, `${title}: the least time of each format on each platform`);
  for (const [at, platform] of platforms.entries()) {
    svg.append(text(shortened(platform, wide / 6.5), left + wide * (at + 0.5), 14, { class: "tick", "text-anchor": "middle" }));
  }
  for (const [row, format] of formats.entries()) {
    const y = 22 + ROW_PX * row;
    svg.append(text(shortened(format, left / 6.5), left - 8, y + 22, { class: "name", "text-anchor": "end" }));
    for (const [column, cell] of places[row].entries()) {
      if (cell === null) continue;
      const who = whos[cell.who];
      const over = cell.time_ns[0] / all;
      const words = `${format} on ${platforms[column]}: ${who.subject}, ${durationWithLimits(cell.time_ns).join(" ").trim()}`;
      const node = made("g", { ...pointOf(cell.who, `${words}, ${ratio(over)} the least of all`), class: "mark stretch" });
      const [x, shade] = [left + wide * column + 1, 1 - Math.min(1, Math.log(over) / Math.log(FADED))];
      node.append(made("rect", { x, y, width: wide - 2, height: ROW_PX - 2, fill: "var(--panel)", class: "box" }));
      node.append(made("rect", { x, y, width: wide - 2, height: ROW_PX - 2, fill: "var(--band)", "fill-opacity": shade.toFixed(2) }));
      const middle = { "text-anchor": "middle", "aria-hidden": true };
      node.append(text(duration(cell.time_ns[0]), x + wide / 2, y + 15, middle));
      node.append(text(shortened(who.subject, wide / 6.2), x + wide / 2, y + 29, middle));
      svg.append(node);
    }
  }
  return svg;
};
