// Compressors behind a codec, as node:zlib has them, and the stream that pages have.
import * as zlib from "node:zlib";
import { streamed } from "./streams.mjs";

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, ZSTD_c_compressionLevel } = zlib.constants;

/** By name: for a level, both ways. */
const COMPRESSORS = {
  gzip: { at: (level) => [(data) => zlib.gzipSync(data, { level }), zlib.gunzipSync], version: "zlib" },
  brotli: {
    at: (level) => {
      const params = { [BROTLI_PARAM_QUALITY]: level };
      const compress = (data) => zlib.brotliCompressSync(data, { params: { ...params, [BROTLI_PARAM_SIZE_HINT]: data.length } });
      return [compress, zlib.brotliDecompressSync];
    },
    version: "brotli",
  },
  zstd: {
    at: (level) => {
      const params = { [ZSTD_c_compressionLevel]: level };
      return [(data) => zlib.zstdCompressSync(data, { params }), zlib.zstdDecompressSync];
    },
    version: "zstd",
    missing: zlib.zstdCompressSync ? "" : `Node ${process.versions.node} has no Zstandard; Node 22.15 and newer have it`,
  },
};

/** The versions of compressors, and why those that are not there are not. */
export function announced() {
  const [versions, unavailable] = [{ gzipstream: process.versions.zlib }, {}];
  for (const [name, { version, missing }] of Object.entries(COMPRESSORS)) {
    if (missing) unavailable[name] = missing;
    else versions[name] = process.versions[version];
  }
  return { versions, unavailable };
}

/** A codec with a compressor behind it. */
export function compressed(codec, name, level) {
  if (name === "gzipstream") return streamed(codec);
  const [compress, decompress] = COMPRESSORS[name].at(level);
  return {
    ...codec,
    compress: (data) => compress(data),
    decompress: (data) => decompress(data),
    serialize: (object, type) => compress(codec.serialize(object, type)),
    deserialize: (data, type) => codec.deserialize(decompress(data), type),
  };
}
