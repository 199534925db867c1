package wirelab.codec;

import wirelab.types.Types;

/**
 * A library used in one declared way, found by {@link Codecs}. Instances are cheap and touch no
 * class of the library: those load when the codec is opened, so that a process holds one library
 * only.
 */
public interface Codec {
  /** What the codec is and promises. */
  CodecInfo info();

  /**
   * Sets the library up for a workload: contexts, pools, schemas.
   *
   * @param types the workload's types
   * @param parameters a valid value for each parameter of {@link #info()}
   * @throws Exception if the library cannot be set up for these types
   */
  Coders open(Types types, Parameters parameters) throws Exception;
}
