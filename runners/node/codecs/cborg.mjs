// CBOR by cborg: https://github.com/rvagg/cborg#readme (encoders and tags of its taglib; objects sorted by their names, or as they are)
import { decode, encode } from "cborg";
import * as taglib from "cborg/taglib";

export async function open({ parameters, rendered }) {
  const { into, from } = await rendered("plain-cborg.mjs");
  const encoders = { number: taglib.negativeZeroEncoder, bigint: taglib.bigIntEncoder, Date: taglib.dateEncoder };
  const writing = { typeEncoders: encoders, ...(parameters.names === "kept" && { mapSorter: undefined }) };
  const tags = {
    [taglib.TAG_DATE_STRING]: (content) => new Date(content()),
    // Seconds as a fraction: taglib's own decoder cuts 1.001 s to 1000 ms.
    [taglib.TAG_DATE_EPOCH]: (content) => new Date(Math.round(1000 * content())),
    [taglib.TAG_BIGINT_POS]: taglib.bigIntDecoder,
    [taglib.TAG_BIGINT_NEG]: taglib.bigNegIntDecoder,
    [taglib.TAG_MAP]: taglib.mapDecoder, // as cbor-x writes a Map
  };
  return {
    serialize: (object, type) => encode(into[type](object), writing),
    deserialize: (data, type) => from[type](decode(data, { tags })),
  };
}
