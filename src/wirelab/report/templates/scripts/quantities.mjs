// Quantities as people read them, by the rules of quantities.py: three significant digits, a unit, no float noise.
export const MISSING = "–";
export const NANOSECONDS = [
  [1e9, "s"],
  [1e6, "ms"],
  [1e3, "µs"],
  [1, "ns"],
];
export const BYTES = [
  [1e12, "TB"],
  [1e9, "GB"],
  [1e6, "MB"],
  [1e3, "kB"],
  [1, "B"],
];
const RATES = [
  [1e12, "T"],
  [1e9, "G"],
  [1e6, "M"],
  [1e3, "k"],
  [1, ""],
];

export const UNBOUNDED = 1e300; // an interval's end beyond this is none

export const decimals = (value, digits = 3) => {
  if (value === 0) return 0;
  const rounded = Number(value.toPrecision(digits));
  return Math.max(0, digits - 1 - Math.floor(Math.log10(Math.abs(rounded)) + 1e-12));
};
const plain = (value, digits = 3) => Number(value.toPrecision(digits)).toFixed(decimals(value, digits));
const unitOf = (value, units) => units.find(([scale]) => Number(value.toPrecision(3)) >= scale) ?? units.at(-1);
const withUnit = (value, units) => {
  const [scale, unit] = unitOf(value, units);
  return `${plain(value / scale)} ${unit}`;
};

export const duration = (ns) => (ns === null ? MISSING : withUnit(ns, NANOSECONDS));
export const size = (bytes) => {
  if (bytes === null) return MISSING;
  return bytes < 999.5 ? `${bytes.toFixed(0)} B` : withUnit(bytes, BYTES);
};
export const ratio = (value, digits = 3) => (value === null ? MISSING : `${plain(value, digits)}×`);
export const money = (value) => (value === 0 ? "0" : value < 0.01 ? value.toPrecision(3) : plain(value));

// Limits have the estimate's decimals, or as many more as the interval's width gives meaning to.
const limits = ([estimate, low, high], scale, digits) => {
  let places = decimals(estimate / scale, digits);
  const width = (high - low) / scale;
  if (high < UNBOUNDED && width > 0) places = Math.min(Math.max(places, Math.ceil(-Math.log10(width))), places + 2);
  const written = (value) => (value < UNBOUNDED ? (value / scale).toFixed(places) : "∞");
  return [(estimate / scale).toFixed(places), low <= 0 && high >= UNBOUNDED ? "" : `[${written(low)}, ${written(high)}]`];
};
export const durationWithLimits = (times) => {
  if (times === null) return [MISSING, ""];
  const [scale, unit] = unitOf(times[0], NANOSECONDS);
  const [estimate, own] = limits(times, scale, 3);
  return [`${estimate} ${unit}`, own];
};
export const ratioWithLimits = (ratios) => {
  if (ratios === null) return [MISSING, ""];
  if (ratios[0] === 1 && ratios[1] === null) return ["1×", ""]; // of the reference to itself
  const digits = ratios[0] >= 1 && ratios[0] < 1.1 ? 4 : 3;
  if (ratios[1] === null) return [ratio(ratios[0], digits), ""];
  const [estimate, own] = limits(ratios, 1, digits);
  return [`${estimate}×`, own];
};

// Rates as links have them: `38 Mbit/s`.
export const rateWords = (bits, digits = 2) => {
  const rounded = Number(bits.toPrecision(digits));
  const [scale, unit] = RATES.find(([each]) => rounded >= each) ?? RATES.at(-1);
  return `${Number((rounded / scale).toPrecision(12))} ${unit}bit/s`;
};
export const parseRate = (text) => {
  const found = /^(\d{1,9}(?:\.\d{1,9})?)\s?([TGMk]?)bit\/s$/.exec(text.trim());
  const scale = found && RATES.find(([, unit]) => unit === found[2])[0];
  return found && Number(found[1]) > 0 ? Number(found[1]) * scale : null;
};
