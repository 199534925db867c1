package wirelab.measure;

import wirelab.fault.Fault;

/** What is measured: one call works on the whole corpus, each object on its own, in order. */
public interface Operation extends AutoCloseable {
  /**
   * One call.
   *
   * @param copy which copy of the inputs to work on
   * @param sink takes every output
   */
  void call(int copy, Sink sink) throws Exception;

  /** Gives back what it holds beside memory. */
  @Override
  default void close() throws Fault {}
}
