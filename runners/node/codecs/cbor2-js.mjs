// CBOR by cbor2, which follows node-cbor: https://hildjj.github.io/cbor2/ (encode and decode, with the converters of types that it loads)
import { decode, encode } from "cbor2";

export async function open({ rendered }) {
  const { into, from } = await rendered("plain-cbor.mjs");
  return {
    serialize: (object, type) => encode(into[type](object)),
    deserialize: (data, type) => from[type](decode(data)),
  };
}
