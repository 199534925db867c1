// CBOR by cbor2, which follows node-cbor: https://hildjj.github.io/cbor2/ (encode and decode, with the converters of types that it loads)
import { decode, encode, Tag } from "cbor2";

const EPOCH = 1;
// Seconds as a fraction: its own decoder cuts 1.001 s to 1000 ms.
Tag.registerDecoder(EPOCH, ({ contents }) => new Date(Math.round(1000 * contents)));

export async function open({ rendered }) {
  const { into, from } = await rendered("plain-cbor.mjs");
  return {
    serialize: (object, type) => encode(into[type](object)),
    deserialize: (data, type) => from[type](decode(data)),
  };
}
