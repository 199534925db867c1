// The time or price of a way for a reader's mix: data written once, taken over a link, and read `reads` times by each receiver.
// The arithmetic is that of `WayFinding.time_over_ns`, which has one read, of `yearly` for prices, and of `overtaken` for crossings.
import { alike, crossing, inCommon } from "./statistics.mjs";

const NS_PER_S = 1e9;
const NS_PER_HOUR = 3.6e12;
const BYTES_PER_GB = 1e9;
const PARALLEL = 1e-9; // lines whose slopes differ by no more than this share of them count as parallel

// The parts of a way's total, by name: for time and for a price.
export const PARTS = { time: ["writing", "the link", "reading"], price: ["processor", "traffic"] };
export const partsOf = (way, mix) => {
  const { reads, rate, delay, cpu, traffic, messages = 1 } = mix; // messages: how many the objects are sent in
  const processor_ns = way.write_ns + reads * way.read_ns;
  if (mix.by === "price") return [(cpu * processor_ns) / NS_PER_HOUR, (reads * traffic * way.receivers * way.size_bytes) / BYTES_PER_GB];
  const link = reads * way.receivers * (messages * delay + (8 * way.size_bytes) / rate) * NS_PER_S;
  return [way.write_ns, link, reads * way.read_ns];
};
export const total = (way, mix) => partsOf(way, mix).reduce((sum, part) => sum + part, 0);

// The total, which is a line over each input of the mix: [a, b] of a + b·x. For the rate, x is seconds per bit.
export const line = (way, mix, input) => {
  const [none, one] = input === "rate" ? [Number.POSITIVE_INFINITY, 1] : [0, 1];
  const fixed = total(way, { ...mix, [input]: none });
  return [fixed, total(way, { ...mix, [input]: one }) - fixed];
};

// A way's rounds as ways, with its estimates as their means; null for a round that it lacks.
const roundsOf = (way) => {
  const known = way.rounds.filter((round) => round !== null);
  const means = [0, 1].map((at) => known.reduce((sum, round) => sum + round[at], 0) / known.length);
  const [write, read] = [way.write_ns / means[0], way.read_ns / means[1]];
  return way.rounds.map((round) => round && { ...way, write_ns: round[0] * write, read_ns: round[1] * read });
};
const totalsOf = (way, mix) => roundsOf(way).map((round) => round && total(round, mix));

// The rounds that two have in common show how far apart they are only if both were steady.
const steady = (...ways) => !ways.some((way) => way.unsteady);

// The ways with their totals, the least first; `tied` ones cannot be distinguished from the first, or are within its band.
// Of one that is not `known`, only the estimates are.
export const ranked = (ways, mix, band) => {
  const found = ways.map((way) => ({ way, total: total(way, mix) }));
  found.sort((one, other) => one.total - other.total);
  const first = found.length ? totalsOf(found[0].way, mix) : [];
  return found.map((each, at) => {
    const own = at === 0 ? [] : totalsOf(each.way, mix);
    const close = each.total <= found[0].total * (1 + band);
    const same = steady(each.way, found[0].way) ? alike(own, first) : null;
    return { ...each, tied: at > 0 && (close || same === true), known: at === 0 || same !== null };
  });
};

const inputOf = (mix, input) => (input === "rate" ? 1 / mix.rate : mix[input]);

// Where another way takes over from the first as one input falls and rises: the nearest on either side, with its interval.
export const turning = (ways, mix, input) => {
  const [first, ...others] = ranked(ways, mix, 0).map((each) => each.way);
  const now = inputOf(mix, input);
  const found = { below: null, above: null };
  for (const other of others) {
    const [[a, b], [c, d]] = [line(first, mix, input), line(other, mix, input)];
    const at = (c - a) / (b - d);
    if (Math.abs(b - d) <= PARALLEL * Math.max(Math.abs(b), Math.abs(d))) continue;
    if (!Number.isFinite(at) || at <= 0 || at === now) continue;
    const side = at < now === (input === "rate") ? "above" : "below"; // a slower link takes more seconds per bit
    const nearer = found[side] === null || Math.abs(at - now) < Math.abs(found[side].at - now);
    if (nearer) found[side] = { at, way: other };
  }
  return Object.fromEntries(Object.entries(found).map(([side, each]) => [side, each && bounded(first, each, mix, input)]));
};

const bounded = (first, { at, way }, mix, input) => {
  const lines = inCommon(roundsOf(first), roundsOf(way)).map((pair) => pair.map((one) => line(one, mix, input)));
  const differences = [0, 1].map((part) => lines.map(([own, other]) => other[part] - own[part]));
  const limits = steady(first, way) ? crossing(...differences) : null;
  if (input !== "rate") return { at, way, limits };
  return { at: 1 / at, way, limits: limits && [1 / limits[1], limits[0] > 0 ? 1 / limits[0] : Number.POSITIVE_INFINITY] };
};

// Which way takes the least over a range of rates: [from, to, way] of each stretch.
export const winners = (ways, mix, low, high, steps = 240) => {
  const stretches = [];
  for (let step = 0; step <= steps; step++) {
    const rate = low * (high / low) ** (step / steps);
    let [best, least] = [null, Number.POSITIVE_INFINITY];
    for (const way of ways) {
      const own = total(way, { ...mix, rate });
      if (own < least) [best, least] = [way, own];
    }
    const last = stretches.at(-1);
    if (last && last[2] === best) {
      last[1] = rate;
      continue;
    }
    if (last) last[1] = Math.min(rate, Math.max(last[1], evenRate(last[2], best, mix)));
    stretches.push([last ? last[1] : rate, rate, best]);
  }
  return stretches;
};

// The rate at which two ways take the same time.
const evenRate = (one, other, mix) => {
  const [[a, b], [c, d]] = [line(one, mix, "rate"), line(other, mix, "rate")];
  return (b - d) / (c - a);
};
