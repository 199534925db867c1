// The answers to the core's requests. docs/writing-a-runner.md goes through a smaller one step by step.
import * as compressors from "#compressors";
import * as host from "#host";
import { canary, filed, fromFile, inMemory, intoFile, sinks, timed, timedOnce, timerResolutionNs } from "./timing.mjs";
import * as wire from "./wire.mjs";

let known;
/** The types of what is encoded; a process that only announces itself has none. */
const payloads = async () => (known ??= (await host.rendered("types.mjs")).default(wire));

/** A module that was rendered for a codec: what is between domain objects and its library is made of a host's bytes. */
async function rendered(name, more) {
  const module = await host.rendered(name);
  return module.default?.({ ...host.bytes, ...more }) ?? module;
}

/** Load the modules of a codec, and set it up for every payload type. */
async function open({ codec, parameters, compressor, level }) {
  const { open } = await host.codec(codec);
  const opened = await open({ parameters, rendered, file: host.file, bytes: host.bytes });
  const behind = { plain: opened.serialize, ...opened };
  return compressor ? compressors.compressed(behind, compressor, level) : behind;
}

// What is open, and what was made for it: inputs and loops by operation, the next copy of each, and the last that was timed.
let [copies, codec, inputs, loops, next, last] = [[], null, {}, {}, {}, "serialize"];
const forget = () => ([inputs, loops, next] = [{}, {}, {}]);

const answerTo = {
  hello() {
    const [ours, theirs] = [host.packages, compressors.announced(host.runtime)];
    return {
      type: "ready",
      protocol: 2,
      runner: "node",
      runtime: host.runtime,
      details: host.details,
      timer_resolution_ns: timerResolutionNs,
      versions: { ...ours.versions, ...theirs.versions },
      unavailable: { ...ours.unavailable, ...theirs.unavailable },
    };
  },
  async load(request) {
    const types = await payloads();
    copies = request.copies.map((file) => wire.readFrames(file, (bytes, type) => types[type].from(bytes)));
    forget();
    return { type: "loaded", objects: copies[0].inputs.length };
  },
  async open(request) {
    codec = await open(request);
    forget();
    return { type: "opened" };
  },
  async encode({ copy_index, file }) {
    return { type: "encoded", objects: wire.writeFrames(file, await each("serialize", copies[copy_index])) };
  },
  async decode({ encoded, file }) {
    const types = await payloads();
    const copy = await each("deserialize", wire.readFrames(encoded));
    const inputs = copy.inputs.map((object, at) => types[copy.types[at]].to(object));
    return { type: "decoded", objects: wire.writeFrames(file, { ...copy, inputs }) };
  },
  async relay({ encoded, file }) {
    // A message of the library's own may hold fields that the schema has not.
    const steps = codec.parse ? ["decompress", "parse", "write", "compress"] : ["deserialize", "serialize"];
    const written = await inputsOf(
      wire.readFrames(encoded),
      steps.filter((operation) => codec[operation]),
    );
    return { type: "relayed", objects: wire.writeFrames(file, written) };
  },
  async time({ operation, calls, batches, collect, files }) {
    const [call, turns] = await workOf(operation, files);
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
async function each(operation, { types, inputs }) {
  const outputs = [];
  for (const [at, input] of inputs.entries()) outputs.push(await codec[operation](input, types[at]));
  return { types, inputs: outputs };
}
async function inputsOf(copy, madeBy) {
  let made = copy;
  for (const operation of madeBy) made = await each(operation, made);
  return made;
}

/** A call of an operation, and the copies that it works on. */
export async function workOf(operation, files) {
  if (operation === "canary") return [canary, [null]];
  if (operation !== "nothing") last = operation;
  const { madeBy, takes, gives } = OPERATIONS[last];
  const made = (inputs[last] ??= await Promise.all(copies.map((copy) => inputsOf(copy, madeBy))));
  if (operation === "nothing") return [(loops[`nothing ${last}`] ??= inMemory((input) => input, takes)), made];
  if (!files) return [(loops[operation] ??= inMemory(codec[operation], gives)), made];
  if (operation === "serialize") return [intoFile(codec.serialize, gives, `${files}/serialized`), made];
  return [fromFile(codec.deserialize, gives), made.map((copy, at) => filed(copy, `${files}/copy-${at}`))];
}

/** What a library said: they quote halves of surrogate pairs, and megabytes of what they refuse. */
function inOneLine(said) {
  const longest = 4000;
  const kept = said.length > longest ? `${said.slice(0, longest)}…` : said;
  return kept.toWellFormed().replaceAll(/\s*\n\s*/g, " ");
}

/** The answer to a request, whatever happens. */
export async function answer(request) {
  try {
    return await answerTo[request.type](request);
  } catch (error) {
    // Errors about files have a `syscall`.
    const whose = error?.syscall ? "host" : ["hello", "load"].includes(request.type) ? "runner" : "codec";
    return { type: "error", whose, message: inOneLine(String(error?.message ?? error)) || String(error?.name) };
  }
}
host.answerBy(answer);
