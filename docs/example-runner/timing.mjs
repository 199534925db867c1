// The timing loop: protocol/v2/README.md, Timing. It knows no codec.
import { readFileSync, writeFileSync } from "node:fs";
import { crc32 } from "node:zlib";

const clock = process.hrtime.bigint; // nanoseconds
const steps = Array.from({ length: 1000 }, () => Number(-(clock() - clock())));
export const timerResolutionNs = Math.min(...steps.filter((step) => step > 0));

let _kept; // where V8 cannot know that nobody reads it
export const sinks = {
  bytes: (sum, out) => (out.length ? sum + out.length + out[0] + out[out.length >> 1] + out[out.length - 1] : sum),
  objects: (sum, out) => ((_kept = out), sum + 1),
};

// A call works on a copy, object by object, and adds its outputs to the sink's sum.
export const inMemory = (operate, sink) => (sum, copy) => {
  const { types, inputs } = copy;
  for (let at = 0; at < inputs.length; at += 1) sum = sink(sum, operate(inputs[at], types[at]));
  return sum;
};
export const intoFile = (operate, sink, path) => (sum, copy) => {
  const outputs = copy.inputs.map((input, at) => operate(input, copy.types[at]));
  writeFileSync(path, Buffer.concat(outputs));
  return outputs.reduce(sink, sum);
};
export function filed(copy, path) {
  writeFileSync(path, Buffer.concat(copy.inputs));
  return { ...copy, path };
}
export const fromFile = (operate, sink) => (sum, copy) => {
  let [data, at] = [readFileSync(copy.path), 0];
  const next = ({ length }, type) => operate(data.subarray(at, (at += length)), type);
  return inMemory(next, sink)(sum, copy);
};

const canaryMemory = new Uint8Array(1 << 16).map((_, index) => index * 31); // the type keeps the lowest eight bits
export const canary = (sum) => ((_kept = crc32(canaryMemory)), sum);

/** The answer to `time`. Between the two readings of the clock are only the loop and the operation. */
export function timed(call, copies, first, calls, batches) {
  const answer = { type: "timed", start_ns: [], ns: [], process_cpu_ns: [], sink: 0 };
  for (let next = first, batch = 0; batch < batches; batch += 1) {
    const before = process.cpuUsage();
    const start = clock();
    for (let made = 0; made < calls; made += 1) {
      answer.sink = call(answer.sink, copies[next]);
      next = next + 1 === copies.length ? 0 : next + 1;
    }
    const ns = clock() - start;
    const { user, system } = process.cpuUsage(before); // microseconds
    answer.start_ns.push(Number(start));
    answer.ns.push(Number(ns));
    answer.process_cpu_ns.push(1000 * (user + system));
  }
  return answer;
}
