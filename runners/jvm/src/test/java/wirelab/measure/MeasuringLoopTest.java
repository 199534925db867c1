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
import wirelab.measure.Batches.Column;

class MeasuringLoopTest {
  private static final int COPIES = 3;

  /** A machine whose clock moves only when the operation runs. */
  private static final class Script {
    private final LongUnaryOperator nanosOfCall;
    private final List<Integer> copies = new ArrayList<>();
    private LongUnaryOperator nanosOfCanary = canary -> 100 + canary;
    private long now = 1_000;
    private long calls;
    private long canaries;
    private int collections;
    private long compilingUntil;

    Script(LongUnaryOperator nanosOfCall) {
      this.nanosOfCall = nanosOfCall;
    }

    MeasuringLoop loop() {
      Operation operation =
          (copy, sink) -> {
            copies.add(copy);
            now += nanosOfCall.applyAsLong(calls++);
            sink.take(new byte[] {1});
          };
      Machine machine =
          new Machine(
              () -> now,
              () -> nanosOfCanary.applyAsLong(canaries++),
              () -> collections++,
              () -> calls / 10,
              () -> calls,
              () -> calls * 16,
              () -> now + Math.min(now, compilingUntil),
              () -> now);
      return new MeasuringLoop(machine, operation, COPIES);
    }

    Measured run(Mode mode, double resolutionNanos) throws Exception {
      return loop().run(mode, resolutionNanos);
    }
  }

  @Test
  void aPlateauIsNotSteadyWhileOtherThreadsAreBusy() throws Exception {
    Script quiet = new Script(call -> 1_000);
    Script busy = new Script(call -> 1_000);
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
    for (int i = 0; i < batches.warmUp(); i++) {
      total += batches.get(i, Column.NS);
    }
    return total;
  }

  private static Mode.Steady steady(long batchNanos, long minNanos, long maxNanos) {
    return new Mode.Steady(batchNanos, 4, 2, 0.02, minNanos, maxNanos, null, null);
  }

  private static List<Integer> calls(Batches batches) {
    List<Integer> calls = new ArrayList<>();
    for (int i = 0; i < batches.size(); i++) {
      calls.add((int) batches.get(i, Column.CALLS));
    }
    return calls;
  }

  @Test
  void growsByAtMostTenAndFreezes() throws Exception {
    Script machine = new Script(call -> 10_000);
    Measured measured = machine.run(steady(1_000_000, 0, 1_000_000_000), 1);
    // 2w = 4 batches that reach the target, then 4 measured ones.
    assertEquals(List.of(1, 10, 100, 100, 100, 100, 100, 100, 100, 100), calls(measured.batches()));
    assertTrue(measured.steady());
    assertTrue(5 < measured.batches().warmUp());
    assertTrue(6 >= measured.batches().warmUp());
    assertEquals(1_000_000, measured.batches().get(6, Column.NS));
    assertEquals(1_000, measured.batches().get(0, Column.START_NS));
    assertEquals(2, machine.collections);
  }

  @Test
  void lastStepOfCalibrationIsTenPerCentAboveTheTarget() throws Exception {
    Measured measured = new Script(call -> 400_000).run(steady(1_000_000, 0, 1L << 40), 1);
    assertEquals(List.of(1, 3, 3, 3, 3), calls(measured.batches()).subList(0, 5));
  }

  @Test
  void targetIsAThousandStepsOfTheClock() throws Exception {
    Measured measured = new Script(call -> 10_000).run(steady(1, 0, 1L << 40), 50);
    Batches batches = measured.batches();
    assertTrue(batches.get(batches.size() - 1, Column.NS) >= 50_000);
  }

  @Test
  void oneShortBatchIsAFlukeTwoAreNot() throws Exception {
    // The target is 1000: call 2 takes 600, later calls 5 and 6.
    LongUnaryOperator nanos = call -> call == 2 || call == 5 || call == 6 ? 600 : 1_000;
    Measured measured =
        new Script(nanos).run(new Mode.Steady(1_000, 1, 4, 0.02, 0, 1L << 40, null, null), 1);
    List<Integer> calls = calls(measured.batches());
    assertEquals(List.of(1, 1, 1, 1, 1, 1, 1, 2), calls.subList(0, 8));
  }

  @Test
  void warmsUpForAtLeastTheMinimum() throws Exception {
    Measured measured = new Script(call -> 1_000).run(steady(1_000, 50_000, 1L << 40), 1);
    assertTrue(measured.steady());
    assertEquals(50 + 4, measured.batches().size());
  }

  @Test
  void gettingSlowerForeverIsNotSteady() throws Exception {
    LongUnaryOperator slower = call -> 1_000 + call * call * 100;
    Measured measured = new Script(slower).run(steady(1_000, 0, 1_000_000), 1);
    assertFalse(measured.steady());
  }

  @Test
  void hardCapHoldsForCalibration() throws Exception {
    Measured measured = new Script(call -> 1).run(steady(1_000_000_000, 0, 100), 1);
    assertFalse(measured.steady());
    assertEquals(List.of(1, 10, 100, 1_000), calls(measured.batches()).subList(0, 4));
    assertEquals(4 + 4, measured.batches().size());
    assertTrue(4 >= measured.batches().warmUp());
  }

  @Test
  void singleLongCallIsOneBatch() throws Exception {
    Measured measured = new Script(call -> 5_000).run(steady(1_000, 0, 1_000), 1);
    assertEquals(List.of(1, 1, 1, 1, 1), calls(measured.batches()));
  }

  @Test
  void inputsRotateAcrossBatches() throws Exception {
    Script machine = new Script(call -> 1_000);
    machine.run(new Mode.Fixed(1, 3, 2), 1);
    assertEquals(List.of(0, 1, 2, 0, 1, 2, 0, 1), machine.copies);
  }

  @Test
  void fixedHasNoRule() throws Exception {
    Measured measured = new Script(call -> 1).run(new Mode.Fixed(2, 3, 5), 1);
    assertEquals(List.of(5, 5, 5, 5, 5), calls(measured.batches()));
    assertTrue(1 < measured.batches().warmUp());
    assertTrue(2 >= measured.batches().warmUp());
    assertNull(measured.steady());
  }

  @Test
  void coldIsOneCall() throws Exception {
    Measured measured = new Script(call -> 7).run(new Mode.Cold(), 1);
    assertEquals(List.of(1), calls(measured.batches()));
    assertTrue(0 >= measured.batches().warmUp());
    assertEquals(7, measured.batches().get(0, Column.NS));
    assertNull(measured.steady());
  }

  @Test
  void metersAreReadAroundEachBatch() throws Exception {
    Batches batches = new Script(call -> 7).run(new Mode.Fixed(0, 2, 20), 1).batches();
    assertEquals(20 * 16, batches.get(1, Column.ALLOCATED_BYTES));
    assertEquals(2, batches.get(1, Column.GC_COUNT));
    assertEquals(20, batches.get(1, Column.GC_NS));
    assertTrue(batches.get(1, Column.CPU_NS) > 0);
  }

  @Test
  void moreBatchesThanForeseenAreKept() throws Exception {
    Batches batches = new Script(call -> 7).run(new Mode.Fixed(0, 10_000, 1), 1).batches();
    assertEquals(10_000, batches.size());
    assertEquals(1_000 + 7 * 9_999L, batches.get(9_999, Column.START_NS));
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
    Script machine =
        new Script(
            call -> {
              throw new IllegalStateException("broken");
            });
    assertThrows(IllegalStateException.class, () -> machine.run(new Mode.Cold(), 1));
  }

  @Test
  void aBatchStandsBetweenTwoCanaries() throws Exception {
    Script machine = new Script(call -> 7);
    Measured measured = machine.run(new Mode.Fixed(0, 3, 1), 1);
    List<Long> canaries = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      canaries.add(measured.batches().get(i, Column.CANARY_NS));
    }
    assertEquals(List.of(102L, 103L, 104L), canaries, "two are not timed");
    assertEquals(105, measured.canaryNanos());
    assertEquals(6, machine.canaries);
  }

  @Test
  void measuringGoesOnUntilEnoughBatchesCount() throws Exception {
    Script machine = new Script(call -> 1_000);
    // Ten slow canaries from the one behind the first measured batch on: eleven batches touch one.
    machine.nanosOfCanary = canary -> canary >= 8 && canary < 18 ? 900 : 100;
    Mode mode = new Mode.Steady(1_000, 4, 2, 0.02, 0, 1L << 40, new Mode.Fast(100, 1L << 40), null);
    Batches batches = machine.run(mode, 1).batches();
    assertEquals(4, batches.warmUp());
    assertEquals(4 + 11 + 4, batches.size());
  }

  @Test
  void measuringEndsInTimeHoweverFewBatchesCount() throws Exception {
    Script machine = new Script(call -> 1_000);
    Mode mode = new Mode.Steady(1_000, 4, 2, 0.02, 0, 1L << 40, new Mode.Fast(1, 10_000), null);
    assertEquals(4 + 10, machine.run(mode, 1).batches().size());
    mode = new Mode.Steady(1_000, 4, 2, 0.02, 0, 1L << 40, new Mode.Fast(1, 0), null);
    assertEquals(4 + 4, new Script(call -> 1_000).run(mode, 1).batches().size());
  }

  @Test
  void aWindowGoesOnUntilTheCollectionsOrTheTimeAreOver() throws Exception {
    // The script collects in every tenth call; four are of the warm-up, and four are measured.
    assertEquals(List.of("window", "window"), window(new Mode.Window(1, 1L << 40)));
    assertEquals(12, window(new Mode.Window(2, 1L << 40)).size());
    assertEquals(List.of("window"), window(new Mode.Window(1, 0)));
    assertEquals(3, window(new Mode.Window(100, 3_000)).size());
  }

  private static List<String> window(Mode.Window window) throws Exception {
    Script machine = new Script(call -> 1_000);
    Batches batches =
        machine.run(new Mode.Steady(1_000, 4, 2, 0.02, 0, 1L << 40, null, window), 1).batches();
    assertEquals(2, machine.collections, "none is asked for in between");
    List<String> phases = new ArrayList<>();
    for (int i = 8; i < batches.size(); i++) {
      phases.add(batches.phase(i));
    }
    assertEquals("measured", batches.phase(7));
    return phases;
  }

  @Test
  void loopsOwnCostIsThatOfItsFastestBatch() throws Exception {
    assertEquals(1_000, new Script(call -> 1_000).loop().fastestCallNanos(10));
    Script machine = new Script(call -> call < 100_000 ? 2_000 : 1_000);
    assertEquals(1_000, machine.loop().fastestCallNanos(100_000));
    assertTrue(machine.calls < 110_000, "a batch has a millisecond at most");
  }

  @Test
  void canaryTakesTime() {
    assertTrue(Canary.time() > 0);
  }
}
