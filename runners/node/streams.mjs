// gzip as a stream, which pages have, and Node too: what comes out is waited for.
async function through(stream, data) {
  const writer = stream.writable.getWriter();
  const written = writer.write(data).then(() => writer.close());
  const [out] = await Promise.all([new Response(stream.readable).arrayBuffer(), written]);
  return new Uint8Array(out);
}
const compress = async (data) => through(new CompressionStream("gzip"), data);
const decompress = async (data) => through(new DecompressionStream("gzip"), data);

/** A codec with gzip behind it. CompressionStream takes no level: it has zlib's own, as the manifest says. */
export const streamed = (codec) => ({
  ...codec,
  compress,
  decompress,
  serialize: async (object, type) => compress(codec.serialize(object, type)),
  deserialize: async (data, type) => codec.deserialize(await decompress(data), type),
});
