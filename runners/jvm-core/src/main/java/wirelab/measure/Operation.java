package wirelab.measure;

/** What is measured: one call works on the whole corpus, each object on its own, in order. */
public interface Operation {
  /**
   * One call.
   *
   * @param copy which copy of the inputs to work on
   * @param sink takes every output
   */
  void call(int copy, Sink sink) throws Exception;
}
