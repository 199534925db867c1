package wirelab.measure;

import java.util.Arrays;

/** Batches, raw and in order, in arrays made beforehand. */
public final class Batches {
  private static final int COLUMNS = 8;
  private static final int START = 0;
  private static final int CALLS = 1;
  private static final int NS = 2;
  private static final int ALLOCATED = 3;
  private static final int COLLECTIONS = 4;
  private static final int COLLECTING = 5;
  private static final int CPU = 6;
  private static final int PROCESS_CPU = 7;

  private long[] cells;
  private int size;
  private int warmUp;
  private final Meters meters;

  Batches(int capacity, Meters meters) {
    cells = new long[capacity * COLUMNS];
    this.meters = meters;
  }

  /** Reads the meters before a batch; outside the timed region. */
  void before(int calls) {
    if ((size + 1) * COLUMNS > cells.length) {
      cells = Arrays.copyOf(cells, cells.length * 2);
    }
    int row = size * COLUMNS;
    cells[row + CALLS] = calls;
    cells[row + COLLECTIONS] = meters.collections();
    cells[row + COLLECTING] = meters.collectionNanos();
    cells[row + ALLOCATED] = meters.allocatedBytes();
    cells[row + PROCESS_CPU] = meters.processCpuNanos();
    cells[row + CPU] = meters.cpuNanos();
  }

  /** Reads the meters after a batch and keeps the row; outside the timed region. */
  void after(long start, long ns) {
    int row = size * COLUMNS;
    cells[row + CPU] = since(cells[row + CPU], meters.cpuNanos());
    cells[row + PROCESS_CPU] = since(cells[row + PROCESS_CPU], meters.processCpuNanos());
    cells[row + ALLOCATED] = since(cells[row + ALLOCATED], meters.allocatedBytes());
    cells[row + COLLECTIONS] = since(cells[row + COLLECTIONS], meters.collections());
    cells[row + COLLECTING] = since(cells[row + COLLECTING], meters.collectionNanos());
    cells[row + START] = start;
    cells[row + NS] = ns;
    size++;
  }

  private static long since(long before, long now) {
    return before == Meters.UNKNOWN ? Meters.UNKNOWN : now - before;
  }

  /** All batches so far were warm-up. */
  void endWarmUp() {
    warmUp = size;
  }

  /** How many batches there are. */
  public int size() {
    return size;
  }

  /** Whether batch {@code i} belongs to the warm-up. */
  public boolean isWarmUp(int i) {
    return i < warmUp;
  }

  /** The clock at the first reading of batch {@code i}. */
  public long startNanos(int i) {
    return cells[i * COLUMNS + START];
  }

  /** Calls of batch {@code i}. */
  public int calls(int i) {
    return (int) cells[i * COLUMNS + CALLS];
  }

  /** Nanoseconds of batch {@code i}. */
  public long nanos(int i) {
    return cells[i * COLUMNS + NS];
  }

  /** Bytes allocated in batch {@code i}, negative if unknown. */
  public long allocatedBytes(int i) {
    return cells[i * COLUMNS + ALLOCATED];
  }

  /** Collections in batch {@code i}. */
  public long collections(int i) {
    return cells[i * COLUMNS + COLLECTIONS];
  }

  /** Nanoseconds they took. */
  public long collectionNanos(int i) {
    return cells[i * COLUMNS + COLLECTING];
  }

  /** CPU time of batch {@code i} in nanoseconds, negative if unknown. */
  public long cpuNanos(int i) {
    return cells[i * COLUMNS + CPU];
  }

  /** CPU time of the whole process in batch {@code i} in nanoseconds, negative if unknown. */
  public long processCpuNanos(int i) {
    return cells[i * COLUMNS + PROCESS_CPU];
  }

  /**
   * The share of the last {@code count} batches' time that other threads of the process (compilers,
   * collectors) took of a processor; 0 if the runtime does not tell.
   */
  double backgroundShare(int count) {
    long background = 0;
    long ns = 0;
    for (int i = size - count; i < size; i++) {
      if (cpuNanos(i) < 0 || processCpuNanos(i) < 0) {
        return 0;
      }
      background += processCpuNanos(i) - cpuNanos(i);
      ns += nanos(i);
    }
    return (double) background / ns;
  }
}
