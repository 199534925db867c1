// The codec: both ways, and what it promises.
export const serialize = (object) => Buffer.from(JSON.stringify(object));
export const deserialize = (bytes) => JSON.parse(bytes.toString());

export const codec = {
  name: "json-v8",
  format: "JSON",
  library: "V8's own JSON",
  version: process.versions.v8,
  contract: { input: "plain object", output: "text", conversion: false, evolution: "names", human_readable: true },
  operations: ["serialize", "deserialize"],
  documentation: "https://tc39.es/ecma262/#sec-json-object",
};
