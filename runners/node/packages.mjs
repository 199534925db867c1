// The packages of codecs: their versions, without loading them. What is loaded when a codec is opened is part of a first call.
import { readFileSync } from "node:fs";

/** A codec's packages by the codec's name, the one whose version counts first; none: the runtime's own. */
const PACKAGES = {
  "json-v8": [],
  "v8-serialize": [],
  "json-bigint": ["json-bigint"],
  superjson: ["superjson"],
  devalue: ["devalue"],
  "msgpack-javascript": ["@msgpack/msgpack"],
  msgpackr: ["msgpackr"],
  notepack: ["notepack.io"],
  msgpack5: ["msgpack5"],
  "cbor-x": ["cbor-x"],
  cborg: ["cborg"],
  "cbor2-js": ["cbor2"],
  "bson-js": ["bson"],
  "protobuf-es": ["@bufbuild/protobuf"],
  "protobuf-es-json": ["@bufbuild/protobuf"],
  protobufjs: ["protobufjs", "long"],
  avsc: ["avsc"],
  "fast-xml-parser": ["fast-xml-parser"],
  yaml: ["yaml"],
};

/** The versions of codecs, and why those that are not there are not. `engine` is the version of what needs no package. */
export function announced(engine) {
  const [versions, unavailable] = [{}, {}];
  for (const [codec, [first, ...others]] of Object.entries(PACKAGES)) {
    try {
      versions[codec] = first ? versionOf(first) : engine;
      others.forEach(versionOf);
    } catch (error) {
      delete versions[codec];
      unavailable[codec] = `npm could not install what it needs when the runner was built (${error.message})`;
    }
  }
  return { versions, unavailable };
}
const versionOf = (name) => JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url))).version;
