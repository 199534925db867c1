package wirelab.compress;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdDictCompress;
import com.github.luben.zstd.ZstdDictDecompress;
import java.io.IOException;

/**
 * Zstandard by zstd-jni, whole arrays at once. Its contexts are kept, as zstd's manual advises: for
 * one thread.
 */
final class Zstandard implements Compressor {
  private final ZstdCompressCtx compressing = new ZstdCompressCtx();
  private final ZstdDecompressCtx decompressing = new ZstdDecompressCtx();

  Zstandard(int level) {
    compressing.setLevel(level);
  }

  /** With a dictionary, which is digested here, once. */
  Zstandard(int level, byte[] dictionary) {
    this(level);
    compressing.loadDict(new ZstdDictCompress(dictionary, level));
    decompressing.loadDict(new ZstdDictDecompress(dictionary));
  }

  @Override
  public byte[] compress(byte[] bytes) {
    return compressing.compress(bytes);
  }

  @Override
  public byte[] decompress(byte[] bytes) throws IOException {
    long size = Zstd.getFrameContentSize(bytes);
    if (size < 0 || size > Integer.MAX_VALUE) {
      throw new IOException("no Zstandard frame with the size of its content");
    }
    return decompressing.decompress(bytes, (int) size);
  }
}
