// JSON by JSON.stringify and JSON.parse. A value that JSON does not have becomes a text, as a `Date` does by itself.
import { BIG_INTEGER, bool, bytes, INSTANT_MILLIS, string } from "./wire.mjs";

const toJSON = (type, convert) => {
  type.prototype.toJSON = function () {
    return convert(this);
  };
};
toJSON(BigInt, String);
toJSON(Map, Object.fromEntries);
toJSON(Uint8Array, (bytes) => Buffer.from(bytes).toString("base64"));

// For each kind, the function that makes a value from the output of JSON.parse; `same` if that is the value.
const same = (json) => json;
const revivers = new Map([
  [BIG_INTEGER, BigInt],
  [INSTANT_MILLIS, (text) => new Date(text)],
  [bytes, (text) => new Uint8Array(Buffer.from(text, "base64"))],
]);
function reviver(kind) {
  if (revivers.has(kind) || !kind.fields) return revivers.get(kind) ?? same;
  revivers.set(kind, (object) => reviver(kind)(object)); // until it is known: a message may be within itself
  const steps = kind.fields().map(([, name, ...held]) => [name, fieldReviver(...held)]);
  const needed = steps.filter(([, revive]) => revive !== same);
  const reviveAll = (object) => {
    for (const [name, revive] of needed) if (object[name] !== undefined) object[name] = revive(object[name]);
    return object;
  };
  revivers.set(kind, needed.length ? reviveAll : same);
  return revivers.get(kind);
}
function fieldReviver(cardinality, kind) {
  if (cardinality !== "map") {
    const revive = reviver(kind);
    return cardinality === "repeated" && revive !== same ? (list) => list.map((json) => revive(json)) : revive;
  }
  const [key, value] = kind.fields().map(([, , , kind]) => kind);
  const reviveKey = key === string ? same : key === bool ? (text) => text === "true" : Number;
  const revive = reviver(value);
  return (json) => new Map(Object.entries(json).map(([key, value]) => [reviveKey(key), revive(value)]));
}

export const version = process.versions.v8;
export function open(payloads) {
  const revive = payloads.map((kind) => reviver(kind));
  return {
    serialize: (object) => Buffer.from(JSON.stringify(object)),
    deserialize: (bytes, type) => revive[type](JSON.parse(bytes.toString())),
  };
}
