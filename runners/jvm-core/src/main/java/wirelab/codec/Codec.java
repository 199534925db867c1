package wirelab.codec;

import wirelab.types.Types;

/**
 * A library used in one declared way, found by {@link Codecs}; all else that is known of it is data
 * in {@code codecs.toml}. Instances are cheap and touch no class of the library: those load when
 * the codec is opened, so that a process holds one library only.
 */
public interface Codec {
  /** Its name in {@code codecs.toml}. */
  String name();

  /** The version of its library. */
  String version();

  /**
   * Sets the library up for a workload: contexts, pools, schemas.
   *
   * @param types the workload's types
   * @param parameters a value for each of the codec's parameters
   * @throws Exception if the library cannot be set up for these types
   */
  Coders open(Types types, Parameters parameters) throws Exception;
}
