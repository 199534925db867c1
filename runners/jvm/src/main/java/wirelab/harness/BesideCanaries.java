package wirelab.harness;

import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import wirelab.measure.Canary;

/**
 * A benchmark with the lab's canary before and after each iteration, outside its clock and in the
 * thread that measures: cores of one machine can be in different states.
 */
@State(Scope.Thread)
public abstract class BesideCanaries {
  private static volatile long beforeNanos;
  private static volatile long afterNanos;

  /** Of the last iteration, for the one thread that JMH measures with. */
  static long beforeNanos() {
    return beforeNanos;
  }

  /** Of the last iteration. */
  static long afterNanos() {
    return afterNanos;
  }

  /** The second of two: the thread has slept until now. */
  @Setup(Level.Iteration)
  public void before() {
    Canary.time();
    beforeNanos = Canary.time();
  }

  /** Just behind the last call. */
  @TearDown(Level.Iteration)
  public void after() {
    afterNanos = Canary.time();
  }
}
