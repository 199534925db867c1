// CBOR by cbor-x: https://github.com/kriszyp/cbor-x#readme (one Encoder that is reused; records as an extension, or standard maps)
import { Encoder } from "cbor-x";

export async function open({ parameters, rendered }) {
  const { into, from } = await rendered(parameters.records === "on" ? "plain-records.mjs" : "plain-cbor.mjs");
  // Bytes are CBOR's own, not typed arrays of RFC 8746, which other libraries do not take for bytes.
  const encoder = new Encoder({ useRecords: parameters.records === "on", tagUint8Array: false });
  return {
    serialize: (object, type) => encoder.encode(into[type](object)),
    deserialize: (data, type) => from[type](encoder.decode(data)),
  };
}
