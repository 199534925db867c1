package wirelab.measure;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.LongSupplier;

/** Batches, raw and in order, in an array made beforehand. */
public final class Batches {
  /** A reading that the runtime does not give. */
  public static final long UNKNOWN = -1;

  /** What is known of a batch, named as the protocol does; from GC_COUNT on, what meters read. */
  public enum Column {
    START_NS,
    CALLS,
    NS,
    CANARY_NS,
    GC_COUNT,
    GC_NS,
    ALLOCATED_BYTES,
    PROCESS_CPU_NS,
    CPU_NS;

    /** The name in the protocol. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final int COLUMNS = Column.values().length;
  private static final int METERED = Column.GC_COUNT.ordinal();
  private static final int LEAST_CAPACITY = 4096;

  private final LongSupplier[] meters;
  private long[] cells = new long[LEAST_CAPACITY * COLUMNS];
  private int size;
  private int warmUp;
  private int measured = Integer.MAX_VALUE;

  Batches(LongSupplier... meters) {
    this.meters = meters;
  }

  /** Begins a row and reads the meters; outside the timed region. */
  void before(int calls, long canaryNanos) {
    int row = size * COLUMNS;
    if (row == cells.length) {
      cells = Arrays.copyOf(cells, row * 2);
    }
    cells[row + Column.CALLS.ordinal()] = calls;
    cells[row + Column.CANARY_NS.ordinal()] = canaryNanos;
    for (int i = 0; i < meters.length; i++) {
      cells[row + METERED + i] = meters[i].getAsLong();
    }
  }

  /** Reads the meters, the last one first, and ends the row; outside the timed region. */
  void after(long start, long ns) {
    int row = size * COLUMNS;
    for (int i = meters.length - 1; i >= 0; i--) {
      long before = cells[row + METERED + i];
      cells[row + METERED + i] = before == UNKNOWN ? UNKNOWN : meters[i].getAsLong() - before;
    }
    cells[row + Column.START_NS.ordinal()] = start;
    cells[row + Column.NS.ordinal()] = ns;
    size++;
  }

  /** All batches so far were warm-up. */
  void endWarmUp() {
    warmUp = size;
  }

  /** All batches since the warm-up were measured; those to come are the window's. */
  void endMeasured() {
    measured = size;
  }

  /** How many batches there are. */
  public int size() {
    return size;
  }

  /** How many of them, the first ones, are warm-up. */
  public int warmUp() {
    return warmUp;
  }

  /** The phase of batch {@code i}, as the protocol names it. */
  public String phase(int i) {
    if (i < warmUp) {
      return "warm-up";
    }
    return i < measured ? "measured" : "window";
  }

  /** What is known of batch {@code i}; {@link #UNKNOWN} if the runtime does not tell. */
  public long get(int i, Column column) {
    return cells[i * COLUMNS + column.ordinal()];
  }

  /** Nanoseconds from the beginning of batch {@code i} to the end of the last. */
  long sinceNanos(int i) {
    return get(size - 1, Column.START_NS) + get(size - 1, Column.NS) - get(i, Column.START_NS);
  }

  /**
   * Collections that ended in batch {@code i} and those behind it; 0 if the runtime does not tell.
   */
  long collectionsSince(int i) {
    long collections = 0;
    for (int j = i; j < size; j++) {
      collections += Math.max(get(j, Column.GC_COUNT), 0);
    }
    return collections;
  }

  /**
   * The share of the last {@code count} batches' time that other threads of the process (compilers,
   * collectors) took of a processor; 0 if the runtime does not tell.
   */
  double backgroundShare(int count) {
    long background = 0;
    long ns = 0;
    for (int i = size - count; i < size; i++) {
      long own = get(i, Column.CPU_NS);
      long all = get(i, Column.PROCESS_CPU_NS);
      if (own == UNKNOWN || all == UNKNOWN) {
        return 0;
      }
      background += all - own;
      ns += get(i, Column.NS);
    }
    return (double) background / ns;
  }
}
