// Compressors behind a codec, as a page has them: they are streams, so what comes out of them is waited for.
const GZIP_LEVEL = 6; // zlib's own, which CompressionStream takes no other than
const CANNOT = "pages compress by CompressionStream, which has gzip and deflate";

export const announced = (runtime) => ({ versions: { gzip: runtime }, unavailable: { brotli: CANNOT, zstd: CANNOT } });

async function through(stream, data) {
  const writer = stream.writable.getWriter();
  const written = writer.write(data).then(() => writer.close());
  const [out] = await Promise.all([new Response(stream.readable).arrayBuffer(), written]);
  return new Uint8Array(out);
}

/** A codec with a compressor behind it. */
export function compressed(codec, name, level) {
  if (level !== GZIP_LEVEL) throw new Error(`${CANNOT} at level ${GZIP_LEVEL} alone`);
  const compress = async (data) => through(new CompressionStream(name), data);
  const decompress = async (data) => through(new DecompressionStream(name), data);
  return {
    ...codec,
    compress,
    decompress,
    serialize: async (object, type) => compress(codec.serialize(object, type)),
    deserialize: async (data, type) => codec.deserialize(await decompress(data), type),
  };
}
