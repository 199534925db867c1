// The answers to the core's requests. docs/writing-a-runner.md goes through a smaller one step by step.
import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { parentPort } from "node:worker_threads";
import * as compressors from "./compressors.mjs";
import * as packages from "./packages.mjs";
import { canary, filed, fromFile, inMemory, intoFile, sinks, timed, timedOnce, timerResolutionNs } from "./timing.mjs";
import * as wire from "./wire.mjs";

const types = pathToFileURL(`${process.argv[2]}/`);
const rendered = new URL("types.mjs", types);
const payloads = existsSync(rendered) ? (await import(rendered)).default(wire) : [];

/** Load the modules of a codec, and set it up for every payload type. */
async function open({ codec, parameters, compressor, level }) {
  const { open } = await import(`./codecs/${codec}.mjs`);
  const opened = await open({ parameters, rendered: (name) => import(new URL(name, types)) });
  const behind = { plain: opened.serialize, ...opened };
  return compressor ? compressors.compressed(behind, compressor, level) : behind;
}

// What is open, and what was made for it: inputs and loops by operation, the next copy of each, and the last that was timed.
let [copies, codec, inputs, loops, next, last] = [[], null, {}, {}, {}, "serialize"];
const forget = () => ([inputs, loops, next] = [{}, {}, {}]);

const answerTo = {
  hello() {
    const [ours, theirs] = [packages.announced(), compressors.announced()];
    return {
      type: "ready",
      protocol: 2,
      runner: "node",
      runtime: `Node ${process.versions.node}`,
      timer_resolution_ns: timerResolutionNs,
      versions: { ...ours.versions, ...theirs.versions },
      unavailable: { ...ours.unavailable, ...theirs.unavailable },
    };
  },
  load(request) {
    copies = request.copies.map((file) => wire.readFrames(file, (bytes, type) => payloads[type].from(bytes)));
    forget();
    return { type: "loaded", objects: copies[0].inputs.length };
  },
  async open(request) {
    codec = await open(request);
    forget();
    return { type: "opened" };
  },
  encode({ copy_index, file }) {
    return { type: "encoded", objects: wire.writeFrames(file, each("serialize", copies[copy_index])) };
  },
  decode({ encoded, file }) {
    const copy = wire.readFrames(encoded, (bytes, type) => payloads[type].to(codec.deserialize(bytes, type)));
    return { type: "decoded", objects: wire.writeFrames(file, copy) };
  },
  time({ operation, calls, batches, collect, files }) {
    const [call, turns] = workOf(operation, files);
    if (collect) gc(); // there by --expose-gc
    const first = next[operation] ?? 0;
    next[operation] = (first + calls * batches) % turns.length;
    return timed(call, turns, first, calls, batches);
  },
  cold({ operation, encoded, ...subject }) {
    const [copy, gives] = encoded ? [wire.readFrames(encoded), sinks.objects] : [copies[0], sinks.bytes];
    return timedOnce(async (copy) => {
      codec = await open(subject);
      return inMemory(codec[operation], gives)(0, copy);
    }, copy);
  },
};

/** What makes the input of an operation of domain objects, one after the other, and whether it takes and gives bytes. */
const OPERATIONS = {
  serialize: { madeBy: [], takes: sinks.objects, gives: sinks.bytes },
  deserialize: { madeBy: ["serialize"], takes: sinks.bytes, gives: sinks.objects },
  build: { madeBy: [], takes: sinks.objects, gives: sinks.objects },
  write: { madeBy: ["build"], takes: sinks.objects, gives: sinks.bytes },
  parse: { madeBy: ["plain"], takes: sinks.bytes, gives: sinks.objects },
  unbuild: { madeBy: ["plain", "parse"], takes: sinks.objects, gives: sinks.objects },
  compress: { madeBy: ["plain"], takes: sinks.bytes, gives: sinks.bytes },
  decompress: { madeBy: ["serialize"], takes: sinks.bytes, gives: sinks.bytes },
};
const each = (operation, { types, inputs }) => ({
  types,
  inputs: inputs.map((input, at) => codec[operation](input, types[at])),
});

/** A call of an operation, and the copies that it works on. */
function workOf(operation, files) {
  if (operation === "canary") return [canary, [null]];
  if (operation !== "nothing") last = operation;
  const { madeBy, takes, gives } = OPERATIONS[last];
  const made = (inputs[last] ??= copies.map((copy) => madeBy.reduce((copy, by) => each(by, copy), copy)));
  if (operation === "nothing") return [(loops[`nothing ${last}`] ??= inMemory((input) => input, takes)), made];
  if (!files) return [(loops[operation] ??= inMemory(codec[operation], gives)), made];
  if (operation === "serialize") return [intoFile(codec.serialize, gives, `${files}/serialized`), made];
  return [fromFile(codec.deserialize, gives), made.map((copy, at) => filed(copy, `${files}/copy-${at}`))];
}

parentPort.on("message", async (request) => {
  try {
    parentPort.postMessage(await answerTo[request.type](request));
  } catch (error) {
    // Errors of Node about files have a `syscall`.
    const whose = error?.syscall ? "host" : ["hello", "load"].includes(request.type) ? "runner" : "codec";
    const message = String(error?.message ?? error).replaceAll(/\s*\n\s*/g, " ") || String(error?.name);
    parentPort.postMessage({ type: "error", whose, message });
  }
});
