package wirelab.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

class MeasuringLoopTest {
  private static final int COPIES = 3;

  /** A machine whose clock moves only when the operation runs. */
  private static final class Machine {
    private final LongUnaryOperator nanosOfCall;
    private final List<Integer> copies = new ArrayList<>();
    private long now = 1_000;
    private long calls;
    private int collections;
    private long compilingUntil;

    Machine(LongUnaryOperator nanosOfCall) {
      this.nanosOfCall = nanosOfCall;
    }

    Measured run(Mode mode, double resolutionNanos) throws Exception {
      Operation operation =
          (copy, sink) -> {
            copies.add(copy);
            now += nanosOfCall.applyAsLong(calls++);
            sink.take(new byte[] {1});
          };
      Meters meters =
          new Meters() {
            @Override
            public long allocatedBytes() {
              return calls * 16;
            }

            @Override
            public long collections() {
              return calls / 10;
            }

            @Override
            public long collectionNanos() {
              return calls;
            }

            @Override
            public long cpuNanos() {
              return now;
            }

            @Override
            public long processCpuNanos() {
              return now + Math.min(now, compilingUntil);
            }
          };
      Runnable collector = () -> collections++;
      return new MeasuringLoop(() -> now, meters, collector, operation, COPIES, resolutionNanos)
          .run(mode);
    }
  }

  @Test
  void aPlateauIsNotSteadyWhileOtherThreadsAreBusy() throws Exception {
    Machine quiet = new Machine(call -> 1_000);
    Machine busy = new Machine(call -> 1_000);
    busy.compilingUntil = 3_000_000;
    Mode.Steady how = steady(100_000, 0, 1_000_000_000);
    Batches afterQuiet = quiet.run(how, 1).batches();
    Measured afterBusy = busy.run(how, 1);
    assertTrue(afterBusy.steady());
    assertTrue(warmUpNanos(afterBusy.batches()) > 2_900_000);
    assertTrue(warmUpNanos(afterQuiet) < 2_000_000);
  }

  private static long warmUpNanos(Batches batches) {
    long total = 0;
    for (int i = 0; i < batches.size(); i++) {
      total += batches.isWarmUp(i) ? batches.nanos(i) : 0;
    }
    return total;
  }

  private static Mode.Steady steady(long batchNanos, long minNanos, long maxNanos) {
    return new Mode.Steady(batchNanos, 4, 2, 0.02, minNanos, maxNanos);
  }

  private static List<Integer> calls(Batches batches) {
    List<Integer> calls = new ArrayList<>();
    for (int i = 0; i < batches.size(); i++) {
      calls.add(batches.calls(i));
    }
    return calls;
  }

  @Test
  void growsByAtMostTenAndFreezes() throws Exception {
    Machine machine = new Machine(call -> 10_000);
    Measured measured = machine.run(steady(1_000_000, 0, 1_000_000_000), 1);
    // 2w = 4 batches that reach the target, then 4 measured ones.
    assertEquals(List.of(1, 10, 100, 100, 100, 100, 100, 100, 100, 100), calls(measured.batches()));
    assertTrue(measured.steady());
    assertTrue(measured.batches().isWarmUp(5));
    assertFalse(measured.batches().isWarmUp(6));
    assertEquals(1_000_000, measured.batches().nanos(6));
    assertEquals(1_000, measured.batches().startNanos(0));
    assertEquals(2, machine.collections);
  }

  @Test
  void lastStepOfCalibrationIsTenPerCentAboveTheTarget() throws Exception {
    Measured measured = new Machine(call -> 400_000).run(steady(1_000_000, 0, 1L << 40), 1);
    assertEquals(List.of(1, 3, 3, 3, 3), calls(measured.batches()).subList(0, 5));
  }

  @Test
  void targetIsAThousandStepsOfTheClock() throws Exception {
    Measured measured = new Machine(call -> 10_000).run(steady(1, 0, 1L << 40), 50);
    Batches batches = measured.batches();
    assertTrue(batches.nanos(batches.size() - 1) >= 50_000);
  }

  @Test
  void oneShortBatchIsAFlukeTwoAreNot() throws Exception {
    // The target is 1000: call 2 takes 600, later calls 5 and 6.
    LongUnaryOperator nanos = call -> call == 2 || call == 5 || call == 6 ? 600 : 1_000;
    Measured measured = new Machine(nanos).run(new Mode.Steady(1_000, 1, 4, 0.02, 0, 1L << 40), 1);
    List<Integer> calls = calls(measured.batches());
    assertEquals(List.of(1, 1, 1, 1, 1, 1, 1, 2), calls.subList(0, 8));
  }

  @Test
  void warmsUpForAtLeastTheMinimum() throws Exception {
    Measured measured = new Machine(call -> 1_000).run(steady(1_000, 50_000, 1L << 40), 1);
    assertTrue(measured.steady());
    assertEquals(50 + 4, measured.batches().size());
  }

  @Test
  void gettingSlowerForeverIsNotSteady() throws Exception {
    LongUnaryOperator slower = call -> 1_000 + call * call * 100;
    Measured measured = new Machine(slower).run(steady(1_000, 0, 1_000_000), 1);
    assertFalse(measured.steady());
  }

  @Test
  void hardCapHoldsForCalibration() throws Exception {
    Measured measured = new Machine(call -> 1).run(steady(1_000_000_000, 0, 100), 1);
    assertFalse(measured.steady());
    assertEquals(List.of(1, 10, 100, 1_000), calls(measured.batches()).subList(0, 4));
    assertEquals(4 + 4, measured.batches().size());
    assertFalse(measured.batches().isWarmUp(4));
  }

  @Test
  void singleLongCallIsOneBatch() throws Exception {
    Measured measured = new Machine(call -> 5_000).run(steady(1_000, 0, 1_000), 1);
    assertEquals(List.of(1, 1, 1, 1, 1), calls(measured.batches()));
  }

  @Test
  void inputsRotateAcrossBatches() throws Exception {
    Machine machine = new Machine(call -> 1_000);
    machine.run(new Mode.Fixed(1, 3, 2), 1);
    assertEquals(List.of(0, 1, 2, 0, 1, 2, 0, 1), machine.copies);
  }

  @Test
  void fixedHasNoRule() throws Exception {
    Measured measured = new Machine(call -> 1).run(new Mode.Fixed(2, 3, 5), 1);
    assertEquals(List.of(5, 5, 5, 5, 5), calls(measured.batches()));
    assertTrue(measured.batches().isWarmUp(1));
    assertFalse(measured.batches().isWarmUp(2));
    assertNull(measured.steady());
  }

  @Test
  void coldIsOneCall() throws Exception {
    Measured measured = new Machine(call -> 7).run(new Mode.Cold(), 1);
    assertEquals(List.of(1), calls(measured.batches()));
    assertFalse(measured.batches().isWarmUp(0));
    assertEquals(7, measured.batches().nanos(0));
    assertNull(measured.steady());
  }

  @Test
  void metersAreReadAroundEachBatch() throws Exception {
    Batches batches = new Machine(call -> 7).run(new Mode.Fixed(0, 2, 20), 1).batches();
    assertEquals(20 * 16, batches.allocatedBytes(1));
    assertEquals(2, batches.collections(1));
    assertEquals(20, batches.collectionNanos(1));
    assertTrue(batches.cpuNanos(1) > 0);
  }

  @Test
  void moreBatchesThanForeseenAreKept() throws Exception {
    Batches batches = new Machine(call -> 7).run(new Mode.Fixed(0, 10_000, 1), 1).batches();
    assertEquals(10_000, batches.size());
    assertEquals(1_000 + 7 * 9_999L, batches.startNanos(9_999));
  }

  @Test
  void sinkSeesLengthAndContent() {
    assertEquals(folded(new byte[] {1, 2, 3}), folded(new byte[] {1, 2, 3}));
    assertTrue(folded(new byte[] {1, 2, 3}) != folded(new byte[] {1, 2, 4}));
    assertTrue(folded(new byte[] {1, 2, 3}) != folded(new byte[] {1, 3, 3}));
    assertTrue(folded(new byte[0]) != folded(new byte[1]));
    assertEquals(1, folded(new Object()));
  }

  private static long folded(Object output) {
    Sink sink = new Sink();
    sink.take(output);
    return sink.folded();
  }

  @Test
  void whatTheOperationThrowsComesOut() {
    Machine machine =
        new Machine(
            call -> {
              throw new IllegalStateException("broken");
            });
    assertThrows(IllegalStateException.class, () -> machine.run(new Mode.Cold(), 1));
  }

  @Test
  void canaryTakesTime() {
    long[] nanos = Canary.time(3);
    assertEquals(3, nanos.length);
    for (long each : nanos) {
      assertTrue(each > 0);
    }
  }
}
