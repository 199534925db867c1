package wirelab.measure;

/** What a batch times. */
public interface Calls {
  /**
   * Makes {@code calls} calls, one after the other, the first on copy {@code next}.
   *
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
