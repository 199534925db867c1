// The timing loop: protocol/v2/README.md, Timing. It knows no codec.
import { clock, counting, crc32, readFile, writeFile } from "#host";

function stepNs() {
  const start = clock();
  for (let now = start; ; now = clock()) if (now > start) return Number(now - start);
}
export const timerResolutionNs = Math.min(...Array.from({ length: 1000 }, stepNs));

let _kept; // where V8 cannot know that nobody reads it
export const sinks = {
  bytes: (sum, out) => (out.length ? sum + out.length + out[0] + out[out.length >> 1] + out[out.length - 1] : sum),
  objects: (sum, out) => ((_kept = out), sum + 1),
};

const AsyncFunction = (async () => {}).constructor;
/** A loop as a function of its own, so that what V8 learns of one operation does not slow the loop of another. */
function made(loop, operate, sink, more = {}) {
  const [names, values] = [Object.keys(more), Object.values(more)];
  const text = operate instanceof AsyncFunction ? loop.replace("operate(", "await operate(").replace("(", "async (") : loop;
  return new Function("operate", "sink", ...names, `return ${text}`)(operate, sink, ...values);
}

// A call works on a copy, object by object, and adds what it gives to the sink's sum.
const IN_MEMORY = `(sum, { types, inputs }) => {
  for (let at = 0; at < inputs.length; at += 1) sum = sink(sum, operate(inputs[at], types[at]));
  return sum;
}`;
const INTO_FILE = `(sum, { types, inputs }) => {
  const outputs = [];
  for (let at = 0; at < inputs.length; at += 1) outputs.push(operate(inputs[at], types[at]));
  writeFile(path, Buffer.concat(outputs));
  return outputs.reduce(sink, sum);
}`;
const FROM_FILE = `(sum, { types, inputs, path }) => {
  const data = readFile(path);
  for (let [each, at] = [0, 0]; each < inputs.length; each += 1) {
    const end = at + inputs[each].length;
    sum = sink(sum, operate(data.subarray(at, end), types[each]));
    at = end;
  }
  return sum;
}`;
export const inMemory = (operate, sink) => made(IN_MEMORY, operate, sink);
export const intoFile = (operate, sink, path) => made(INTO_FILE, operate, sink, { writeFile, path, Buffer });
export const fromFile = (operate, sink) => made(FROM_FILE, operate, sink, { readFile });
export function filed(copy, path) {
  writeFile(path, Buffer.concat(copy.inputs));
  return { ...copy, path };
}

const canaryMemory = new Uint8Array(1 << 16).map((_, index) => index * 31); // the type keeps the lowest eight bits
export const canary = (sum) => ((_kept = crc32(canaryMemory)), sum);

/** The answer to `time`. Between the two readings of the clock are only the loop and the operation. */
export async function timed(call, copies, first, calls, batches) {
  const answer = { type: "timed", start_ns: [], ns: [], sink: 0 };
  for (let next = first, batch = 0; batch < batches; batch += 1) {
    const counted = counting();
    const start = clock();
    for (let made = 0; made < calls; made += 1) {
      const sum = call(answer.sink, copies[next]);
      answer.sink = typeof sum === "number" ? sum : await sum; // compressors of pages are waited for
      next = next + 1 === copies.length ? 0 : next + 1;
    }
    note(answer, start, clock() - start, counted());
  }
  return answer;
}

/** The answer to `cold`: one call, which waits until the codec's modules are loaded. */
export async function timedOnce(call, copy) {
  const counted = counting();
  const start = clock();
  const sink = await call(copy);
  return note({ type: "timed", start_ns: [], ns: [], sink }, start, clock() - start, counted());
}

function note(answer, start, ns, columns) {
  for (const [name, value] of Object.entries({ start_ns: Number(start), ns: Number(ns), ...columns })) (answer[name] ??= []).push(value);
  return answer;
}
