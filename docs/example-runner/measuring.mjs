// The measuring loop: protocol/v1/README.md, Measuring.
import { crc32 } from "node:zlib";
import { enough, warmUp } from "./rule.mjs";

const clock = process.hrtime.bigint; // nanoseconds
const canaryMemory = new Uint8Array(1 << 16).map((_, index) => index * 31); // the type keeps the lowest eight bits
const steps = Array.from({ length: 1000 }, () => Number(-(clock() - clock())));
export const timerResolutionNs = Math.min(...steps.filter((step) => step > 0));

let kept; // where V8 cannot know that nobody reads it
const sinks = {
  bytes: (sum, out) => (Math.imul(sum, 31) + out.length + out[0] + out[out.length >> 1] + out[out.length - 1]) | 0,
  objects: (sum, out) => ((kept = out), sum + 1),
};

// The only place where codecs are timed: nothing but the loop and the operation is between the two clock readings.
function timed(copies, first, calls, operate, sink) {
  let sum = 0;
  const start = clock();
  for (let call = first; call < first + calls; call += 1) {
    for (const input of copies[call % copies.length]) sum = sink(sum, operate(input));
  }
  const end = clock();
  return { start_ns: Number(start), ns: Number(end - start), sum };
}

function canary() {
  const start = clock();
  for (let pass = 0; pass < 160; pass += 1) crc32(canaryMemory); // about 0.2 ms
  return Number(clock() - start);
}

/** The answers to `measure`: `operate` takes one input of `copies` and gives `gives`: "bytes" or "objects". */
export function measured(mode, copies, operate, gives, inMemory) {
  const answers = [];
  let [made, sum, canary_ns] = [0, 0, 0];
  const batch = (phase, calls) => {
    const before = process.cpuUsage();
    const { start_ns, ns, sum: more } = timed(copies, made, calls, operate, sinks[gives]);
    const { user, system } = process.cpuUsage(before); // microseconds
    answers.push({ type: "batch", phase, start_ns, calls, ns, canary_ns, process_cpu_ns: 1000 * (user + system) });
    [made, sum, canary_ns] = [made + calls, (sum + more) | 0, canary()];
    return answers.at(-1);
  };
  const settle = () => (gc(), (canary_ns = canary())); // `gc` is there by --expose-gc
  canary();
  canary();
  settle();
  const { calls, steady } = found(mode, (calls) => batch("warm-up", calls));
  for (let run = 0; run < (mode.warm_up_runs ?? 0); run += 1) batch("warm-up", calls);
  settle();
  const first = answers.length;
  do batch("measured", calls);
  while (!enough(answers.slice(first), mode, canary_ns));
  const inLoop = inMemory && mode.kind !== "cold";
  const loop_ns = inLoop ? loopNs(copies, calls, gives) : null;
  const checksums = inLoop && gives === "bytes" ? copies.map((inputs) => checksum(inputs.map(operate))) : null;
  const done = { type: "done", batches: answers.length, steady, canary_ns, loop_ns, checksums, sink: String(sum) };
  return [...answers, done];
}

const checksum = (outputs) => outputs.reduce((sum, bytes) => crc32(bytes, sum), 0);

function found(mode, batch) {
  if (mode.kind !== "steady") return { calls: mode.calls ?? 1, steady: null };
  return warmUp(mode.warm_up, Math.max(mode.batch_ns, 1000 * timerResolutionNs), batch);
}

/** Time of a call that only hands its inputs to the sink: the fastest of five batches of at most a millisecond. */
function loopNs(copies, calls, gives) {
  const sink = gives === "bytes" ? sinks.objects : sinks.bytes; // inputs are what the operation does not give
  const times = [];
  for (let number = 1; times.length < 6; ) {
    const { ns } = timed(copies, 0, number, (input) => input, sink);
    times.push(ns / number);
    number = Math.max(1, Math.min(calls, Math.floor((1e6 * number) / ns)));
  }
  return Math.min(...times.slice(1));
}
