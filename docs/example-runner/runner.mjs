// A runner for JavaScript on Node. docs/writing-a-runner.md goes through it step by step.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { parentPort } from "node:worker_threads";
import { codec, deserialize, serialize } from "./codec.mjs";
import { difference } from "./difference.mjs";
import { throughFiles } from "./files.mjs";
import { measured, timerResolutionNs } from "./measuring.mjs";
import { blaming, check, faultAnswer, need } from "./requests.mjs";

const rendered = `${process.argv[2]}/types.mjs`;
const types = existsSync(rendered) ? await import(pathToFileURL(rendered)) : null;
let [greeted, used, copies] = [false, false, []];

const answerTo = {
  hello({ protocol: { major, minor } }) {
    need(major === 1, "request", `this runner speaks version 1.2 of the protocol, not ${major}.${minor}`);
    greeted = true;
    const [protocol, runtime] = [{ major: 1, minor: 2 }, `Node ${process.versions.node}`];
    const [runner, timer_resolution_ns] = ["example-runner", timerResolutionNs];
    return { type: "ready", protocol, runner, runtime, timer_resolution_ns, codecs: [codec], compressors: [] };
  },
  load({ workload, corpora }) {
    needTypes(workload);
    copies = corpora.map((corpus) => blaming("workload", () => types.objectsIn(readFileSync(corpus))));
    return { type: "loaded", objects: copies[0].length };
  },
  verify({ subject, copy_index, decoded }) {
    const objects = use(subject, copy_index);
    const encoded = blaming("codec", () => objects.map(serialize));
    const again = blaming("codec", () => encoded.map(deserialize));
    const found = difference(objects, again);
    if (found) return { type: "mismatch", ...found };
    writeFileSync(decoded, types.corpusOf(again));
    return { type: "verified", encoded_bytes: total(encoded) };
  },
  measure({ subject, operation, mode, sink, encoded }) {
    const [cold, reads, folder] = [mode.kind === "cold", operation === "deserialize", sink.folder];
    need(!cold || !used, "request", "'cold' comes before any other use of a codec");
    need(!cold || !reads || encoded, "request", "'encoded' is missing");
    need(sink.kind === "memory" || folder, "request", "'sink.folder' is missing");
    use(subject, 0, operation);
    return blaming("codec", () => {
      const written = () => (cold ? [types.frames(readFileSync(encoded))] : copies.map((copy) => copy.map(serialize)));
      const [inputs, operate, gives] = reads ? [written(), deserialize, "objects"] : [copies, serialize, "bytes"];
      const work = sink.kind === "file" ? throughFiles(inputs, operate, gives, folder) : [inputs, operate];
      return measured(mode, ...work, gives, sink.kind === "memory");
    });
  },
  encode({ subject, file, copy_index }) {
    const objects = use(subject, copy_index);
    const encoded = blaming("codec", () => objects.map(serialize));
    writeFileSync(file, types.framed(encoded));
    return { type: "encoded", bytes: total(encoded) };
  },
  decode({ workload, subject, file, corpus }) {
    needTypes(workload);
    needCodec(subject);
    used = true;
    const objects = blaming("codec", () => types.frames(readFileSync(file)).map(deserialize));
    writeFileSync(corpus, blaming("codec", () => types.corpusOf(objects)));
    return { type: "decoded", objects: objects.length };
  },
};

parentPort.on("message", (request) => {
  try {
    check(request);
    need(greeted || request.type === "hello", "request", "'hello' comes first");
    parentPort.postMessage([answerTo[request.type](request)].flat());
  } catch (error) {
    parentPort.postMessage([faultAnswer(error)]);
  }
});

// --- what several requests need ---
function needTypes(workload) {
  need(types?.workload === workload, "workload", `this process has no types of the workload '${workload}'`);
  need(!types.hasPayload, "workload", "this runner does not take payloads out of their root messages");
}
function needCodec({ codec: name, parameters, compressor, level }, operation = "serialize") {
  need(name === codec.name, "codec", `there is no codec '${name}'`);
  for (const parameter in parameters) need(false, "codec", `'${name}' has no parameter '${parameter}'`);
  need(!compressor, "codec", `there is no compressor '${compressor}'`);
  need((level ?? null) === null, "codec", `there is no level ${level} without a compressor`);
  need(codec.operations.includes(operation), "codec", `'${name}' has no operation '${operation}'`);
}
function use(subject, index, operation) {
  need(copies[index ?? 0], "request", `there is no copy ${index ?? 0}, 'load' made ${copies.length}`);
  needCodec(subject, operation);
  used = true;
  return copies[index ?? 0];
}
const total = (parts) => parts.reduce((sum, part) => sum + part.length, 0);
