// The packages of codecs: their versions, without loading them. What is loaded when a codec is opened is part of a first call.
import { readFileSync } from "node:fs";

/** A codec's package by the codec's name; none: the runtime's own. */
const PACKAGES = {
  "json-v8": null,
  "v8-serialize": null,
  "msgpack-javascript": "@msgpack/msgpack",
  msgpackr: "msgpackr",
  "cbor-x": "cbor-x",
  cborg: "cborg",
  "bson-js": "bson",
  protobufjs: "protobufjs",
};

/** The versions of codecs, and why those that are not there are not. */
export function announced() {
  const [versions, unavailable] = [{}, {}];
  for (const [codec, name] of Object.entries(PACKAGES)) {
    try {
      versions[codec] = name ? versionOf(name) : process.versions.v8;
    } catch (error) {
      unavailable[codec] = `npm could not install the package ${name} when the runner was built (${error.code ?? error.message})`;
    }
  }
  return { versions, unavailable };
}
const versionOf = (name) => JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url))).version;
