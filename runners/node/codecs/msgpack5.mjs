// MessagePack by msgpack5: https://github.com/mcollina/msgpack5#readme (one instance; bigints are none of its types)
import msgpack5 from "msgpack5";

export async function open({ rendered }) {
  const { into, from } = await rendered("plain-numbers.mjs");
  const { encode, decode } = msgpack5();
  return {
    serialize: (object, type) => encode(into[type](object)),
    deserialize: (data, type) => from[type](decode(data)),
  };
}
