package wirelab.compress;

/** A compressor at one level. */
public interface Compressor {
  /** Compresses. */
  byte[] compress(byte[] bytes) throws Exception;

  /** The reverse of {@link #compress}. */
  byte[] decompress(byte[] bytes) throws Exception;
}
