// MessagePack by @msgpack/msgpack: https://github.com/msgpack/msgpack-javascript#readme (reuse instances; useBigInt64 for integers of 64 bits)
import { Decoder, decode, Encoder, encode } from "@msgpack/msgpack";

export async function open({ parameters, rendered }) {
  const { into, from } = await rendered("plain-objects.mjs");
  const options = { useBigInt64: true };
  if (parameters.instances === "new") {
    return {
      serialize: (object, type) => encode(into[type](object), options),
      deserialize: (data, type) => from[type](decode(data, options)),
    };
  }
  const [encoder, decoder] = [new Encoder(options), new Decoder(options)];
  return {
    serialize: (object, type) => encoder.encode(into[type](object)),
    deserialize: (data, type) => from[type](decoder.decode(data)),
  };
}
