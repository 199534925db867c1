package wirelab.measure;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;

/**
 * Batches, timed as {@code protocol/v2/README.md} has it. The clock is read here and nowhere else:
 * between two readings there is {@link Calls#run}.
 */
public final class Timing {
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final ThreadMXBean THREAD = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  /** In the order in which they are read before a batch; behind it they are read in reverse. */
  private static final Counter[] COUNTERS = {
    new Counter("compiled", ManagementFactory.getCompilationMXBean()::getTotalCompilationTime),
    new Counter("gc_count", sum(GarbageCollectorMXBean::getCollectionCount)),
    new Counter("gc_ns", sum(each -> each.getCollectionTime() * NANOS_PER_MILLI)),
    new Counter("allocated_bytes", THREAD::getCurrentThreadAllocatedBytes),
    new Counter("process_cpu_ns", PROCESS::getProcessCpuTime),
    new Counter("cpu_ns", THREAD::getCurrentThreadCpuTime),
  };

  private final long[] starts;
  private final long[] nanos;
  private final long[][] counted;
  private final Sink sink = new Sink();
  private int next;
  private boolean byManyThreads;

  private record Counter(String column, LongSupplier reading) {}

  private Timing(int batches, int next) {
    starts = new long[batches];
    nanos = new long[batches];
    counted = new long[COUNTERS.length][batches];
    this.next = next;
  }

  /** Times batches, the first of which begins with copy {@code next}; throws what a call throws. */
  public static Timing run(Calls timed, int next, int calls, int batches, boolean collect)
      throws Exception {
    Timing timing = new Timing(batches, next);
    if (collect) {
      System.gc();
    }
    for (int batch = 0; batch < batches; batch++) {
      timing.batch(timed, calls, batch);
    }
    return timing;
  }

  private void batch(Calls timed, int calls, int batch) throws Exception {
    for (int i = 0; i < COUNTERS.length; i++) {
      counted[i][batch] = COUNTERS[i].reading.getAsLong();
    }
    long start = System.nanoTime();
    next = timed.run(next, calls, sink);
    long ns = System.nanoTime() - start;
    for (int i = COUNTERS.length - 1; i >= 0; i--) {
      counted[i][batch] = COUNTERS[i].reading.getAsLong() - counted[i][batch];
    }
    starts[batch] = start;
    nanos[batch] = ns;
  }

  private static LongSupplier sum(ToLongFunction<GarbageCollectorMXBean> reading) {
    List<GarbageCollectorMXBean> beans = ManagementFactory.getGarbageCollectorMXBeans();
    GarbageCollectorMXBean[] collectors = beans.toArray(new GarbageCollectorMXBean[0]);
    return () -> {
      long sum = 0;
      for (GarbageCollectorMXBean collector : collectors) {
        sum += Math.max(reading.applyAsLong(collector), 0);
      }
      return sum;
    };
  }

  /** The copy of the next call. */
  public int next() {
    return next;
  }

  /**
   * Other threads did part of the work, so this one's time on a processor does not show which part
   * of the process's was the compiler's. The compiler's own milliseconds do.
   */
  Timing byManyThreads() {
    byManyThreads = true;
    return this;
  }

  /** The answer {@code timed}. */
  public Map<String, Object> answer() {
    Map<String, Object> answer = new HashMap<>();
    answer.put("type", "timed");
    answer.put("start_ns", starts);
    answer.put("ns", nanos);
    for (int i = 0; i < COUNTERS.length; i++) {
      answer.put(COUNTERS[i].column, counted[i]);
    }
    answer.put(byManyThreads ? "cpu_ns" : "compiled", null);
    answer.put("sink", sink.sum());
    return answer;
  }
}
