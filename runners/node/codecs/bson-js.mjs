// BSON by js-bson, MongoDB's own: https://github.com/mongodb/js-bson#readme (useBigInt64 for integers of 64 bits, promoteBuffers for bytes)
import { deserialize, serialize } from "bson";

export async function open({ rendered }) {
  const { into, from } = await rendered("plain-bson.mjs");
  const options = { useBigInt64: true, promoteBuffers: true };
  return {
    serialize: (object, type) => serialize(into[type](object)),
    deserialize: (data, type) => from[type](deserialize(data, options)),
  };
}
