// Protocol Buffers by protobuf.js: https://github.com/protobufjs/protobuf.js#readme (types by reflection; fromObject and toObject convert)
import protobuf from "protobufjs/light.js";

export async function open({ rendered }) {
  const [{ descriptor, payloads }, { into, from }] = await Promise.all([rendered("protobuf.mjs"), rendered("plain-protobuf.mjs")]);
  const root = protobuf.Root.fromJSON(descriptor);
  const types = payloads.map((name) => root.lookupType(name));
  const conversions = { longs: BigInt, enums: String, defaults: true };
  const build = (object, type) => types[type].fromObject(into[type](object));
  const write = (message, type) => types[type].encode(message).finish();
  const parse = (data, type) => types[type].decode(data);
  const unbuild = (message, type) => from[type](types[type].toObject(message, conversions));
  return {
    build,
    write,
    parse,
    unbuild,
    serialize: (object, type) => write(build(object, type), type),
    deserialize: (data, type) => unbuild(parse(data, type), type),
  };
}
