package wirelab.benchmark;

/** A codec's work on one workload, as a user of its library would write it. */
public interface Written {
  /**
   * To bytes.
   *
   * @param root a domain object
   */
  byte[] write(Object root) throws Exception;

  /** From bytes: a domain object. */
  Object read(byte[] bytes) throws Exception;
}
