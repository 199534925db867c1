package wirelab.measure;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;

/**
 * What the measuring loop reads and asks of the machine; tests write a script in its place.
 *
 * @param clock nanoseconds since some moment, never fewer
 * @param canary runs the canary, and gives its nanoseconds
 * @param collector collects garbage
 * @param meters what the runtime tells beside the clock, so far: in the order of {@link
 *     Batches.Column} from {@code GC_COUNT} on; {@link Batches#UNKNOWN} if it does not tell
 */
record Machine(
    LongSupplier clock, LongSupplier canary, Runnable collector, LongSupplier... meters) {
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** The Java virtual machine that this program runs on. */
  static Machine real() {
    ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    OperatingSystemMXBean process =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    boolean allocation =
        thread.isThreadAllocatedMemorySupported() && thread.isThreadAllocatedMemoryEnabled();
    boolean cpu = thread.isCurrentThreadCpuTimeSupported() && thread.isThreadCpuTimeEnabled();
    return new Machine(
        System::nanoTime,
        Canary::time,
        System::gc,
        sum(GarbageCollectorMXBean::getCollectionCount),
        sum(collector -> collector.getCollectionTime() * NANOS_PER_MILLI),
        allocation ? thread::getCurrentThreadAllocatedBytes : () -> Batches.UNKNOWN,
        process::getProcessCpuTime,
        cpu ? thread::getCurrentThreadCpuTime : () -> Batches.UNKNOWN);
  }

  private static LongSupplier sum(ToLongFunction<GarbageCollectorMXBean> reading) {
    GarbageCollectorMXBean[] collectors =
        ManagementFactory.getGarbageCollectorMXBeans().toArray(new GarbageCollectorMXBean[0]);
    return () -> {
      long sum = 0;
      for (GarbageCollectorMXBean collector : collectors) {
        sum += Math.max(reading.applyAsLong(collector), 0);
      }
      return sum;
    };
  }
}
