// Protocol Buffers by @bufbuild/protobuf: https://github.com/bufbuild/protobuf-es/blob/main/MANUAL.md (create, toBinary, fromBinary; types from
// a FileDescriptorSet, of which what protoc-gen-es makes is a part in base64)
import { create, createFileRegistry, fromBinary, toBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";

export const open = (host) => opened(host, toBinary, fromBinary);

/** `encode(type, message)` and `decode(type, data)` are what the library calls for its types. */
export async function opened({ rendered, file }, encode, decode) {
  const { names, into, from } = await rendered("protobuf-es.mjs");
  const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, file("descriptors.binpb")));
  const types = names.map((name) => registry.getMessage(name));
  const build = (object, type) => create(types[type], into[type](object));
  const write = (message, type) => encode(types[type], message);
  const parse = (data, type) => decode(types[type], data);
  const unbuild = (message, type) => from[type](message);
  return {
    build,
    write,
    parse,
    unbuild,
    serialize: (object, type) => write(build(object, type), type),
    deserialize: (data, type) => unbuild(parse(data, type), type),
  };
}
