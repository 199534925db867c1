// MessagePack by notepack.io: https://github.com/darrachequesne/notepack#readme (encode and decode; bigints are left to its users)
import notepack from "notepack.io";

export async function open({ rendered }) {
  const { into, from } = await rendered("plain-numbers.mjs");
  return {
    // In a page it gives an ArrayBuffer, which is read through a view.
    serialize: (object, type) => {
      const encoded = notepack.encode(into[type](object));
      return encoded instanceof ArrayBuffer ? new Uint8Array(encoded) : encoded;
    },
    deserialize: (data, type) => from[type](notepack.decode(data)),
  };
}
