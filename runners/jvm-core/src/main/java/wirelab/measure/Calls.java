package wirelab.measure;

/** What a batch times. */
public interface Calls {
  /**
   * Calls, one after the other.
   *
   * @param next the copy of the first call
   * @param calls how many
   * @param sink takes every output
   * @return the copy that comes next
   */
  int run(int next, int calls, Sink sink) throws Exception;

  /** Calls of an operation, over copies in rotation. */
  record Rotating(Call call, int copies) implements Calls {
    @Override
    public int run(int next, int calls, Sink sink) throws Exception {
      int copy = next;
      for (int i = 0; i < calls; i++) {
        call.call(copy, sink);
        if (++copy == copies) {
          copy = 0;
        }
      }
      return copy;
    }
  }
}
