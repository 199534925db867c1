// Compressors behind a codec, as a page has them.
import { streamed } from "../streams.mjs";

const CANNOT = "pages compress by CompressionStream alone, which is gzipstream";
export const announced = (runtime) => ({
  versions: { gzipstream: runtime },
  unavailable: { gzip: CANNOT, brotli: CANNOT, zstd: CANNOT },
});
export const compressed = streamed;
