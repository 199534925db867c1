// MessagePack by notepack.io: https://github.com/darrachequesne/notepack#readme (encode and decode; bigints are left to its users)
import notepack from "notepack.io";

export async function open({ rendered }) {
  const { into, from } = await rendered("plain-numbers.mjs");
  return {
    serialize: (object, type) => notepack.encode(into[type](object)),
    deserialize: (data, type) => from[type](notepack.decode(data)),
  };
}
