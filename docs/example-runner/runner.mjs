// A runner for JavaScript on Node. docs/writing-a-runner.md goes through it step by step.
import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { parentPort } from "node:worker_threads";
import * as jsonV8 from "./json-v8.mjs";
import { canary, filed, fromFile, inMemory, intoFile, sinks, timed, timerResolutionNs } from "./timing.mjs";
import * as wire from "./wire.mjs";

const rendered = `${process.argv[2]}/types.mjs`;
const payloads = existsSync(rendered) ? (await import(pathToFileURL(rendered))).default(wire) : [];
const codecs = { "json-v8": jsonV8 };
const open = ({ codec, parameters }) => codecs[codec].open(payloads, parameters);
let [copies, encoded, codec, next, last] = [[], null, null, {}, "serialize"];

const answerTo = {
  hello: () => ({
    type: "ready",
    protocol: 2,
    runner: "example-runner",
    runtime: `Node ${process.versions.node}`,
    timer_resolution_ns: timerResolutionNs,
    versions: Object.fromEntries(Object.entries(codecs).map(([name, { version }]) => [name, version])),
  }),
  load(request) {
    copies = request.copies.map((file) => wire.readFrames(file, (bytes, type) => payloads[type].from(bytes)));
    [encoded, next] = [null, {}];
    return { type: "loaded", objects: copies[0].inputs.length };
  },
  open(request) {
    [codec, encoded, next] = [open(request), null, {}];
    return { type: "opened" };
  },
  encode({ copy_index, file }) {
    return { type: "encoded", objects: wire.writeFrames(file, serialized(copies[copy_index])) };
  },
  decode({ encoded, file }) {
    const copy = wire.readFrames(encoded, (bytes, type) => payloads[type].to(codec.deserialize(bytes, type)));
    return { type: "decoded", objects: wire.writeFrames(file, copy) };
  },
  time({ operation, calls, batches, collect, files }) {
    const [call, inputs] = workOf(operation, files);
    if (collect) gc(); // from --expose-gc
    const first = next[operation] ?? 0;
    next[operation] = (first + calls * batches) % inputs.length;
    return timed(call, inputs, first, calls, batches);
  },
  cold({ operation, encoded, ...subject }) {
    const [copy, gives] = encoded ? [wire.readFrames(encoded), sinks.objects] : [copies[0], sinks.bytes];
    const call = (sum) => {
      codec = open(subject);
      return inMemory(codec[operation], gives)(sum, copy);
    };
    return timed(call, [copy], 0, 1, 1);
  },
};

/** A call of an operation, and the copies that it works on. */
function workOf(operation, files) {
  if (operation === "canary") return [canary, [null]];
  if (operation !== "nothing") last = operation;
  const reads = last === "deserialize";
  const [takes, gives] = reads ? [sinks.bytes, sinks.objects] : [sinks.objects, sinks.bytes];
  const inputs = reads ? (encoded ??= copies.map(serialized)) : copies;
  if (operation === "nothing") return [inMemory((input) => input, takes), inputs];
  if (!files) return [inMemory(codec[operation], gives), inputs];
  if (!reads) return [intoFile(codec.serialize, gives, `${files}/serialized`), inputs];
  return [fromFile(codec.deserialize, gives), inputs.map((copy, at) => filed(copy, `${files}/copy-${at}`))];
}
const serialized = ({ types, inputs }) => ({ types, inputs: inputs.map((object) => codec.serialize(object)) });

parentPort.on("message", (request) => {
  try {
    parentPort.postMessage(answerTo[request.type](request));
  } catch ({ syscall, message }) {
    // Errors of Node about files have a `syscall`.
    const whose = syscall ? "host" : ["hello", "load"].includes(request.type) ? "runner" : "codec";
    parentPort.postMessage({ type: "error", whose, message });
  }
});
