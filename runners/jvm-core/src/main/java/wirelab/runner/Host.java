package wirelab.runner;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.stream.Collectors;

/** The Java virtual machine that this program runs on. */
final class Host {
  private static final int CLOCK_STEPS = 2_000;

  private Host() {}

  /** Name and version. */
  static String runtime() {
    String name = System.getProperty("java.vm.name").split(" ")[0];
    return name + " " + System.getProperty("java.version");
  }

  /** What else a reader should know. */
  static Map<String, String> details() {
    return Map.of(
        "vendor", System.getProperty("java.vendor"),
        "vm", System.getProperty("java.vm.name"),
        "vm_version", System.getProperty("java.vm.version"),
        "flags", String.join(" ", ManagementFactory.getRuntimeMXBean().getInputArguments()),
        "collectors",
            ManagementFactory.getGarbageCollectorMXBeans().stream()
                .map(GarbageCollectorMXBean::getName)
                .collect(Collectors.joining(", ")),
        "max_heap_bytes", Long.toString(Runtime.getRuntime().maxMemory()),
        "processors", Integer.toString(Runtime.getRuntime().availableProcessors()));
  }

  /** Nanoseconds of the clock's smallest step, as measured. */
  static double measureTimerResolution() {
    long smallest = Long.MAX_VALUE;
    long last = System.nanoTime();
    for (int i = 0; i < CLOCK_STEPS; i++) {
      long now = System.nanoTime();
      smallest = now == last ? smallest : Math.min(smallest, now - last);
      last = now;
    }
    return smallest;
  }
}
