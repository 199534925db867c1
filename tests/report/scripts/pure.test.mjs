// The results of the page's script, without a page: `node --test`.
import assert from "node:assert/strict";
import { test } from "node:test";

import { daysSince, isOld } from "../../../src/wirelab/report/templates/scripts/ages.mjs";
import { choiceOf, nothingChosen, pairsOf } from "../../../src/wirelab/report/templates/scripts/choice.mjs";
import { logAxis, rowsWithLimits } from "../../../src/wirelab/report/templates/scripts/drawing.mjs";
import { FASTEST, ratioTo } from "../../../src/wirelab/report/templates/scripts/figures.mjs";
import { facetsOff, isState, read, write } from "../../../src/wirelab/report/templates/scripts/fragment.mjs";
import { takeovers, takeoverWords } from "../../../src/wirelab/report/templates/scripts/growth.mjs";
import { partsOf, ranked, total, turning, winners } from "../../../src/wirelab/report/templates/scripts/mix.mjs";
import { numberIn, taken } from "../../../src/wirelab/report/templates/scripts/mixing.mjs";
import { parquetColumns } from "../../../src/wirelab/report/templates/scripts/parquet.mjs";
import { leastOfEach } from "../../../src/wirelab/report/templates/scripts/platforms.mjs";
import { levelFrom, mostMoving } from "../../../src/wirelab/report/templates/scripts/processes.mjs";
import { parseRate, rateWords } from "../../../src/wirelab/report/templates/scripts/quantities.mjs";
import { valuesOf } from "../../../src/wirelab/report/templates/scripts/rows.mjs";
import { alike, crossing, paretoFront, ratioOf, student } from "../../../src/wirelab/report/templates/scripts/statistics.mjs";
import { compared, csv, markdown, sortKey } from "../../../src/wirelab/report/templates/scripts/tables.mjs";

const close = (found, expected, within = 1e-9) => assert.ok(Math.abs(found / expected - 1) < within, `${found} is not ${expected}`);
const HOSTILE = ['<script>alert("1")</script>', "a,b&c=d#e?f", "\u202etxt.exe", "x".repeat(500), "100%", "%zz", "+=:/@", ""];

test("a link has every choice back, whatever names are in it", () => {
  const pairs = [
    ["format", HOSTILE.filter(Boolean)],
    ["none", []],
    ["pick", ["orjson:keys=sorted+zstd-19@python"]],
  ];
  const fragment = write(pairs);
  assert.ok(isState(fragment));
  assert.deepEqual(read(fragment), pairs);
  assert.match(write([["pick", ["orjson:keys=sorted@python"]]]), /^\?pick=orjson:keys=sorted@python$/, "names are readable");
  assert.equal(write([]), "");
  assert.deepEqual(read("?%E0%A4%A=%"), [["%E0%A4%A", ["%"]]], "what is no escape is itself");
});

test("another takes over where the lines of two meet, between the sizes at which each was the fastest", () => {
  const line = (who, ...points) => [who, points.map(([objects, time]) => [objects, [time, time, time]])];
  const steep = line(0, [1, 10], [100, 1000], [10_000, 100_000]);
  const flat = line(1, [1, 100], [100, 100], [10_000, 100]);
  const [found, ...none] = takeovers([steep, flat]);
  assert.deepEqual(none, []);
  assert.deepEqual([found.from, found.to, found.before, found.after], [1, 100, 0, 1]);
  close(found.at, 10);
  const whos = ["a", "b"].map((subject) => ({ subject, platform: "jvm" }));
  assert.deepEqual(takeoverWords([steep, flat], whos), [
    "b on jvm takes less than a on jvm from about 10 objects on (between 1 object and 100 objects, by the estimates).",
  ]);
  const [uneven, ...others] = [line(0, [1, 10], [1234, 12_340]), line(1, [1, 100], [1234, 100])];
  const [words] = takeoverWords([uneven, ...others], whos);
  assert.match(words, /from about 10 objects on \(between 1 object and 1,234 objects, /, "only the estimate is rounded");
  assert.deepEqual(takeovers([steep]), []);
  assert.deepEqual(takeovers([line(0, [1, 1], [2, 2]), line(1, [4, 1], [8, 2])]), [], "nothing is said between what was not measured");
});

test("of each format on each platform, what takes the least has a place", () => {
  const named = [
    ["JSON", "jvm"],
    ["JSON", "jvm"],
    ["JSON", "node"],
    ["CBOR", "jvm"],
    ["CBOR", "node"],
  ];
  const whos = named.map(([format, platform]) => ({ format, platform }));
  const cells = [3, 2, 5, 4, null].map((time, who) => ({ who, time_ns: time && [time, time, time] }));
  const { formats, platforms, places } = leastOfEach(cells, whos);
  assert.deepEqual(
    [formats, platforms],
    [
      ["CBOR", "JSON"],
      ["jvm", "node"],
    ],
  );
  assert.deepEqual(
    places.map((row) => row.map((cell) => cell?.who ?? null)),
    [
      [3, null],
      [1, 2],
    ],
  );
  assert.deepEqual(leastOfEach([], whos), { formats: [], platforms: [], places: [] });
});

test("within a platform and across all, the fastest is the reference", () => {
  const data = { band: 0.02, whos: ["jvm", "jvm", "node"].map((platform, at) => ({ subject: `${at}`, platform })) };
  const cells = [3, 2, 1].map((time, who) => ({ who, time_ns: [time, time, time], rounds_ns: [time, time * 1.001, time * 0.999] }));
  const others = new Map(cells.map((cell) => [cell.who, cell]));
  assert.deepEqual(Object.keys(FASTEST), ["fastest-here", "fastest"]);
  close(ratioTo(data, cells[0], "fastest-here", others).ratio[0], 1.5);
  close(ratioTo(data, cells[0], "fastest", others).ratio[0], 3);
  assert.equal(ratioTo(data, cells[2], "fastest-here", others).words, "reference");
  assert.equal(ratioTo(data, cells[1], "fastest-here", others).against.subject, "1");
  const none = { who: 0, time_ns: null, rounds_ns: [] };
  assert.equal(ratioTo(data, none, "fastest", new Map([[0, none]])).ratio, null);
});

test("a measurement is old after 90 days, and what is no day never is", () => {
  const now = Date.parse("2026-06-30T12:00Z");
  assert.equal(daysSince("2026-04-01", now), 90);
  assert.ok(!isOld("2026-04-01", now));
  assert.ok(isOld("2026-03-31", now));
  for (const day of ["", "2027-01-01", "not known", "2026-13-45", "<script>"]) assert.ok(!isOld(day, now), day);
});

test("levels that a link leaves out are off, and what it asks for in vain is named", () => {
  const facets = [
    { name: "format", levels: ["CBOR", "JSON", "XML"] },
    { name: "runtime", levels: ["jvm", "node"] },
  ];
  const { off, missing } = facetsOff(facets, [["format", ["JSON"]]]);
  assert.deepEqual(off, [new Set([0, 2]), new Set()]);
  assert.deepEqual(missing, []);
  assert.deepEqual(facetsOff(facets, [["runtime", []]]).off[1], new Set([0, 1]), "none of a facet");
  const gone = facetsOff(facets, [["runtime", ["go", "jvm"]]]);
  assert.deepEqual(gone.missing, ["runtime “go”"]);
  assert.deepEqual(gone.off[1], new Set());
});

test("quantiles of Student's t are those of tables", () => {
  const known = { 1: 12.7062, 2: 4.30265, 3: 3.18245, 4: 2.77645, 5: 2.57058, 7: 2.36462, 11: 2.20099, 29: 2.04523, 200: 1.9719 };
  for (const [freedom, quantile] of Object.entries(known)) close(student(Number(freedom)), quantile, 2e-5);
});

test("a ratio is of the rounds in common, and of the estimates where there are none", () => {
  const cell = (estimate, rounds) => ({ time_ns: estimate && [estimate, 0, 0], rounds_ns: rounds });
  const [estimate, low, high] = ratioOf(cell(2, [2, 2.2, 1.8]), cell(1, [1, 1, 1, 99]));
  const logs = [2, 2.2, 1.8].map(Math.log);
  const mean = (logs[0] + logs[1] + logs[2]) / 3;
  const deviation = Math.sqrt(logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / 2);
  close(estimate, Math.exp(mean));
  close(Math.log(high / low), (2 * 4.302652729696142 * deviation) / Math.sqrt(3), 1e-6);
  assert.deepEqual(ratioOf(cell(3, [3]), cell(2, [2, 2])), [1.5, null, null]);
  const later = ratioOf(cell(2, [null, 99, 2, 2.2, 1.8]), cell(1, [7, null, 1, 1, 1]));
  assert.deepEqual(later, [estimate, low, high], "rounds that one of the two lacks are left out");
  assert.equal(ratioOf(cell(null, []), cell(1, [1, 1])), null);
});

test("a chosen reference has verdicts by the band, and grey where there is nothing to go by", () => {
  const whos = [{ subject: "a" }, { subject: "b" }];
  const data = { whos, band: 0.02 };
  const made = (who, rounds) => ({
    who,
    time_ns: [rounds[0], 0, 0],
    rounds_ns: rounds,
    ratio: [9, 8, 10],
    look: "slower",
    verdict: "slower",
    against: 0,
  });
  const others = (cell) => new Map([[0, cell]]);
  const even = made(0, [1, 1, 1, 1]);
  const words = (rounds) => ratioTo(data, made(1, rounds), 0, others(even)).words;
  assert.equal(words([2, 2.01, 1.99, 2]), "slower");
  assert.equal(words([0.5, 0.501, 0.499, 0.5]), "faster");
  assert.equal(words([1, 1.001, 0.999, 1]), "equivalent");
  assert.equal(words([1.01, 1.0101, 1.0099, 1.01]), "slower, negligible");
  assert.equal(words([1, 2, 0.5, 1]), "unresolved");
  assert.equal(words([0.9802, 0.98021, 0.98019, 0.9802]), "faster", "the band is as wide on either side, as a ratio and its inverse");
  const slow = made(1, [2, 2.01, 1.99, 2]);
  for (const [one, other] of [
    [{ ...slow, unsteady: true }, even],
    [slow, { ...even, unsteady: true }],
  ]) {
    const { ratio, words, look } = ratioTo(data, one, 0, others(other));
    assert.deepEqual([words, look, ratio[0] > 1.9], ["unsteady", "unsteady", true], "as the run says of such a ratio");
  }
  assert.equal(ratioTo(data, even, 0, others(even)).words, "reference");
  for (const rounds of [[1], [1, null, null]]) {
    const { look, words } = ratioTo(data, made(1, rounds), 0, others(even));
    assert.deepEqual([look, words], ["soft", "too few rounds in common"], "one round shows no scatter");
  }
  assert.equal(ratioTo(data, even, 1, new Map()).words, "not measured here");
  assert.deepEqual(ratioTo(data, even, null, new Map()).ratio, [9, 8, 10], "the run's own where nothing was chosen");
});

test("the front has those that none beats in both", () => {
  assert.deepEqual(paretoFront([[3, 1], [1, 3], [2, 2], [2, 4], null, [1, 3]]), [1, 5, 2, 0]);
  assert.deepEqual(paretoFront([]), []);
});

const way = (name, write_ns, read_ns, size_bytes, rounds = [], receivers = 1) => ({
  name,
  write_ns,
  read_ns,
  size_bytes,
  receivers,
  rounds,
});
const MIX = { rate: 8e9, delay: 0, reads: 1, cpu: 0, traffic: 0, by: "time" };

test("a mix is arithmetic that can be made by hand", () => {
  const one = way("one", 1000, 500, 100, [], 2);
  assert.equal(total(one, MIX), 1000 + 500 + 2 * 100); // a byte takes 1 ns at 8 Gbit/s
  assert.equal(total(one, { ...MIX, reads: 3, delay: 1e-6 }), 1000 + 3 * (500 + 2 * (1000 + 100)));
  assert.equal(total(one, { ...MIX, reads: 0 }), 1000);
  close(total(one, { ...MIX, by: "price", cpu: 3.6, traffic: 1e9, reads: 2 }), (1000 + 2 * 500) * 1e-12 + 2 * 2 * 100);
});

test("the parts of a sum add up to it", () => {
  const one = way("one", 1000, 500, 100, [], 2);
  for (const mix of [
    MIX,
    { ...MIX, reads: 3, delay: 1e-6, messages: 4 },
    { ...MIX, reads: 0 },
    { ...MIX, by: "price", cpu: 3.6, traffic: 1e9, reads: 2 },
  ]) {
    const sum = partsOf(one, mix).reduce((sofar, part) => sofar + part, 0);
    close(sum, total(one, mix));
  }
  assert.deepEqual(partsOf(one, { ...MIX, reads: 3 }), [1000, 600, 1500]);
});

test("of too many processes those that move the most have points, and at least one cell has", () => {
  const cell = (...times) => ({ time_ns: [10], times });
  const [calm, wild, gone] = [cell(10, 11), cell(10, 40, 10), cell(0, 10)];
  const kept = (room) => mostMoving([calm, wild, gone], ({ times }) => times, room).map((each) => each.cell);
  assert.deepEqual(kept(5), [wild, calm]);
  assert.deepEqual(kept(4), [wild]);
  assert.deepEqual(kept(0), [wild]);
  const [torn] = mostMoving([cell(null, 20, null, 40)], ({ times }) => times, 5);
  assert.deepEqual(torn.shares, [null, 2, null, 4], "each in its own round");
  assert.deepEqual(
    mostMoving([], () => [], 5),
    [],
  );
});

test("a warm-up is at its level where nothing after it leaves it by a tenth", () => {
  assert.equal(levelFrom([9, 5, 1.05, 1, 1, 1, 1, 1]), 0.25);
  assert.equal(levelFrom([1, 1, 1, 1]), 0);
  assert.equal(levelFrom([1, 1, 1, 2]), 0.75);
});

test("columns of a table have one type each, also without any value", () => {
  const rows = [
    ["subject", "time_ns", "ratio", "size_bytes", "ratios"],
    ["a", 1.5, null, undefined, "x"],
  ];
  assert.deepEqual(
    parquetColumns(rows).map(({ name, data, type }) => [name, data, type]),
    [
      ["subject", ["a"], "STRING"],
      ["time_ns", [1.5], "DOUBLE"],
      ["ratio", [null], "DOUBLE"],
      ["size_bytes", [null], "DOUBLE"],
      ["ratios", ["x"], "STRING"],
    ],
  );
});

test("a limit that an interval does not have is no value", () => {
  const who = { subject: "a", platform: "jvm", format: "JSON", facts: [] };
  const cell = { ranking: 0, who: 0, levels: [], time_ns: [5, 0, 1e308], ratio: [2, 0.5, 1e308], size_bytes: 3, allocated_bytes: null };
  const [names, values] = valuesOf(
    { whos: [who], facets: [], rankings: ["r"] },
    [{ ...cell, against: null, verdict: "unresolved" }],
    null,
    [new Map()],
  );
  const value = (name) => values[names.indexOf(name)];
  assert.deepEqual(["time_ns", "time_low_ns", "time_high_ns"].map(value), [5, 0, null]);
  assert.deepEqual(["ratio", "ratio_low", "ratio_high"].map(value), [2, 0.5, null]);
});

test("where the winner changes is where both take the same", () => {
  const ways = [way("small", 4000, 4000, 1000), way("fast", 1000, 1000, 5000), way("middle", 2000, 2000, 4500)];
  const mix = { ...MIX, rate: 8e10 }; // a byte takes 0.1 ns: fast, 2500, before small, 8100
  assert.deepEqual(
    ranked(ways, mix, 0.02).map((each) => each.way.name),
    ["fast", "middle", "small"],
  );
  for (const input of ["rate", "delay", "reads"]) {
    for (const [side, found] of Object.entries(turning(ways, mix, input))) {
      if (!found) continue;
      const there = { ...mix, [input]: found.at };
      close(total(found.way, there), total(ways[1], there), 1e-9);
      assert.equal(found.at < mix[input], side === "below");
    }
  }
  const { below, above } = turning(ways, mix, "rate");
  close(below.at, (8 * 4000) / 6000e-9); // 4,000 bytes less, 6,000 ns more
  assert.equal(below.way.name, "small");
  assert.equal(above, null);
  assert.deepEqual(
    winners(ways, mix, 1e8, 1e11).map(([, , each]) => each.name),
    ["small", "fast"],
  );
  close(winners(ways, mix, 1e8, 1e11)[0][1], below.at);
});

test("what was not steady is compared only by its estimates", () => {
  const rounds = [1, 1.01, 0.99].map((share) => [1000 * share, 1000 * share]);
  const [fast, slow] = [
    way("fast", 1000, 1000, 10, rounds),
    { ...way("slow", 3000, 3000, 10), rounds: rounds.map((pair) => pair.map((each) => 3 * each)) },
  ];
  const known = (...ways) => ranked(ways, MIX, 0.02).map((each) => each.known);
  assert.deepEqual(known(fast, slow), [true, true]);
  assert.deepEqual(known(fast, { ...slow, unsteady: true }), [true, false]);
  assert.deepEqual(known({ ...fast, unsteady: true }, slow), [true, false]);
});

test("a crossing has the interval of its rounds", () => {
  const limits = crossing([10, 11, 9, 10], [-1, -1.02, -0.98, -1]);
  assert.ok(limits[0] < 10 && limits[1] > 10);
  assert.equal(crossing([10, -11, 9, -10], [-1, 1.02, -0.98, 1]), null, "rounds that do not bound it");
  assert.equal(crossing([1], [1]), null);
  assert.equal(alike([1, 2, 3], [1.1, 1.9, 3.05]), true);
  assert.equal(alike([1, 1.01, 0.99], [2, 2.01, 1.99]), false);
  assert.equal(alike([1], [1]), null);
});

test("ties are called ties", () => {
  const near = [way("a", 1000, 1000, 10), way("b", 1010, 1010, 10), way("c", 2000, 2000, 10)];
  assert.deepEqual(
    ranked(near, MIX, 0.02).map((each) => each.tied),
    [false, true, false],
  );
  assert.deepEqual(ranked([], MIX, 0.02), []);
});

test("numbers that are none are refused", () => {
  for (const text of ["", "abc", "-1", "Infinity", "NaN", "1e300", "1,5"]) assert.equal(numberIn(text), null, text);
  for (const [text, value] of [
    ["0", 0],
    ["1.5", 1.5],
    [" 3 ", 3],
    ["1e3", 1000],
  ])
    assert.equal(numberIn(text), value);
  for (const rate of [1e9, 38e6, 5, 1.5e12]) assert.equal(parseRate(rateWords(rate, 12)), rate);
  for (let place = 80; place <= 220; place++) {
    const rate = taken("rate", `${place}`);
    assert.equal(parseRate(rateWords(rate, 12)), rate, "each place of the slider has a link");
    assert.equal(parseRate(rateWords(rate, 3)), rate, "and the rate that is shown is the one that is used");
    assert.equal(Math.round(Math.log10(rate) * 20), place);
  }
  for (const text of ["0bit/s", "fast", "-1Mbit/s", "1 Xbit/s", ""]) assert.equal(parseRate(text), null, text);
});

test("copies of tables cannot be taken for anything else", () => {
  assert.equal(
    csv([
      ["a", '=1+1"', "b,c"],
      [1.5, null, "@x"],
    ]),
    `a,"'=1+1""","b,c"\r\n1.5,,'@x\r\n`,
  );
  const table = { title: "t", head: ["a|b", "n"], numbers: [false, true], rows: [["<b>*x*", "1"]] };
  assert.equal(markdown(table), "### t\n\n| a\\|b | n |\n| --- | --: |\n| &lt;b>\\*x\\* | 1 |\n");
  assert.deepEqual(
    ["1.5 kB", "2 MB", "–", "all lost", "yes (3)", "95 %"].map((text) => sortKey(text, true)),
    [1500, 2e6, null, null, 100, 95],
  );
  assert.deepEqual(
    ["-5", "-1.5e-07", "−2 ms [−3, −1]", "+3 %"].map((text) => sortKey(text, true)),
    [-5, -1.5e-7, -2e6, 3],
  );
});

test("texts sort by the numbers in them", () => {
  const sorted = (...texts) => texts.sort(compared);
  assert.deepEqual(sorted("run 10", "run 2", "run 1"), ["run 1", "run 2", "run 10"]);
  assert.deepEqual(sorted("3.11.0", "3.9.1", "–"), ["–", "3.9.1", "3.11.0"]);
});

test("axes have a few round values", () => {
  for (const values of [[1], [1, 1.001], [1, 10], [3, 5e9], [0.98, 1.02, 4]]) {
    const { place, ticks } = logAxis(values, 0, 100);
    assert.ok(ticks.length >= 2 && ticks.length <= 7, `${values}: ${ticks}`);
    for (const each of [...values, ...ticks]) assert.ok(place(each) >= -1e-9 && place(each) <= 100 + 1e-9);
  }
});

test("the band that is drawn is the one of the verdicts, as wide for a ratio as for its inverse", (t) => {
  const drawn = [];
  const made = (name) => {
    const node = { name, append: () => {}, setAttribute: (key, value) => (node[key] = value) };
    drawn.push(node);
    return node;
  };
  globalThis.document = { createElementNS: (_, name) => made(name) };
  t.after(() => delete globalThis.document);
  const row = { who: 0, values: [0.7, 0.6, 0.8], words: "", mark: ["", ""], says: "", may: false };
  rowsWithLimits([row], [{ subject: "a", platform: "x" }], { title: "", axis: "", band: 0.5, tick: String }, 500);
  const named = (name) => drawn.find((node) => node.class === name);
  close(named("band").x + named("band").width / 2, named("even").x1);
});

test("a choice is what its link says, and nothing where any part of it is unknown", () => {
  const facets = [{ name: "format", levels: ["JSON", "XML"] }];
  const data = { facets, whos: [{ name: "a@x" }, { name: "b,c@<y>" }], places: [{ title: "p" }, { title: "q, r" }], link: [2e7, 0.04] };
  const chosen = nothingChosen(data);
  assert.deepEqual([chosen.mix.rate, chosen.mix.delay], [2e7, 0.04], "the run's own link");
  assert.deepEqual(pairsOf(data, chosen), []);
  const all = {
    off: [new Set([1])],
    reference: 1,
    pick: 0,
    sort: "-size",
    find: "a & b",
    mix: { rate: 38e6, delay: 0, reads: 3, cpu: 0.04, traffic: 0.09, by: "price", batch: 0, place: 1 },
  };
  assert.deepEqual(choiceOf(data, write(pairsOf(data, all))), [all, []]);
  for (const part of ["pick=nobody", "rate=fast", "by=luck", "between=z", "reads=-1", "toString=1", "place=1", "format=CBOR"]) {
    const [found, missing] = choiceOf(data, `?reference=a@x&${part}`);
    assert.deepEqual(found, chosen);
    assert.equal(missing.length, 1, part);
  }
});
