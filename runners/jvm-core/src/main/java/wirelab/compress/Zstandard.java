package wirelab.compress;

import com.github.luben.zstd.Zstd;

/** Zstandard by zstd-jni, whole arrays at once. */
record Zstandard(int level) implements Compressor {
  @Override
  public byte[] compress(byte[] bytes) {
    return Zstd.compress(bytes, level);
  }

  @Override
  public byte[] decompress(byte[] bytes) {
    return Zstd.decompress(bytes);
  }
}
