package wirelab.measure;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/** What the runtime tells of this thread and its collector, beside the clock. */
interface Meters {
  /** A reading that the runtime does not give. */
  long UNKNOWN = -1;

  /** Bytes that this thread has allocated so far. */
  long allocatedBytes();

  /** Collections so far. */
  long collections();

  /** Nanoseconds that the runtime says they took. */
  long collectionNanos();

  /** CPU time of this thread in nanoseconds. */
  long cpuNanos();

  /** CPU time of all threads of the process in nanoseconds. */
  long processCpuNanos();

  /** The meters of this Java virtual machine. */
  static Meters ofThisMachine() {
    return new Beans();
  }

  /** Reads the platform's management beans. */
  final class Beans implements Meters {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final com.sun.management.ThreadMXBean thread =
        (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final boolean allocation =
        thread.isThreadAllocatedMemorySupported() && thread.isThreadAllocatedMemoryEnabled();
    private final boolean cpu =
        thread.isCurrentThreadCpuTimeSupported() && thread.isThreadCpuTimeEnabled();
    private final com.sun.management.OperatingSystemMXBean process =
        (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private final GarbageCollectorMXBean[] collectors =
        ManagementFactory.getGarbageCollectorMXBeans().toArray(new GarbageCollectorMXBean[0]);

    @Override
    public long allocatedBytes() {
      return allocation ? thread.getCurrentThreadAllocatedBytes() : UNKNOWN;
    }

    @Override
    public long collections() {
      long count = 0;
      for (GarbageCollectorMXBean collector : collectors) {
        count += Math.max(collector.getCollectionCount(), 0);
      }
      return count;
    }

    @Override
    public long collectionNanos() {
      long millis = 0;
      for (GarbageCollectorMXBean collector : collectors) {
        millis += Math.max(collector.getCollectionTime(), 0);
      }
      return millis * NANOS_PER_MILLI;
    }

    @Override
    public long cpuNanos() {
      return cpu ? thread.getCurrentThreadCpuTime() : UNKNOWN;
    }

    @Override
    public long processCpuNanos() {
      return process.getProcessCpuTime();
    }
  }
}
