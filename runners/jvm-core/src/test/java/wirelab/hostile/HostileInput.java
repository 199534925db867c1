package wirelab.hostile;

import com.grack.nanojson.JsonWriter;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import wirelab.codec.Codecs;
import wirelab.codec.Coder;
import wirelab.codec.Parameters;
import wirelab.data.Carrier;
import wirelab.data.Copy;
import wirelab.measure.Subject;
import wirelab.types.Bindings;
import wirelab.types.MessageType;
import wirelab.types.ProtobufBindings;
import wirelab.types.ProtobufType;
import wirelab.types.Types;

/**
 * Feeds codecs their own bytes, cut off at every place and with one bit flipped at every place, and
 * sees whether they still read whole bytes in between ({@code ailing} counts when not). It runs
 * against any runner's jar and a workload's types; a line of JSON for each codec says what came of
 * it. Exit status 3: a decode does not end.
 */
public final class HostileInput {
  // One input makes fastjson2 compute for 12 s on a fast machine, mostly for its collector.
  private static final long HUNG_NANOS = 180_000_000_000L;
  private static final int HEALTH_EVERY = 100;

  private final com.sun.management.ThreadMXBean thread =
      (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final ProtobufBindings messages;
  private final Set<String> escaped = new TreeSet<>();
  private volatile long began = Long.MAX_VALUE;
  private volatile String current = "";
  private int inputs;
  private int decoded;
  private int refused;
  private int outOfMemory;
  private int outOfStack;
  private long slowestNanos;
  private long mostAllocatedBytes;
  private int unsound;
  private int ailing;

  private HostileInput(ProtobufBindings messages) {
    this.messages = messages;
  }

  /**
   * Runs.
   *
   * @param arguments how many inputs a file at most, the codecs with commas between, then files of
   *     the workload's objects
   */
  public static void main(String[] arguments) throws Exception {
    int most = Integer.parseInt(arguments[0]);
    Types types = Types.rendered();
    Carrier carrier = Carrier.of(types);
    ProtobufBindings bindings =
        Bindings.rendered(types, ProtobufBindings.class, ProtobufBindings.IMPLEMENTATION);
    List<Copy> copies = new ArrayList<>();
    for (int i = 2; i < arguments.length; i++) {
      Copy messages = Copy.read(arguments[i]);
      Object[] objects = new Object[messages.size()];
      for (int at = 0; at < objects.length; at++) {
        objects[at] = carrier.read(messages.types()[at], (byte[]) messages.objects()[at]);
      }
      copies.add(messages.with(objects));
    }
    java.io.PrintStream answers = System.out;
    System.setOut(System.err); // a library that prints shall not break a line
    for (String codec : arguments[1].split(",")) {
      HostileInput run = new HostileInput(bindings);
      run.watch();
      Parameters none = new Parameters(Map.of()); // what all defaults mean
      Subject subject = new Subject(Codecs.available().get(codec), none, null, 0, null);
      subject.open(types);
      for (Copy copy : copies) {
        run.copy(codec, subject, types, copy, most);
      }
      answers.println(run.line(codec));
    }
    System.exit(0);
  }

  private void copy(String codec, Subject subject, Types types, Copy copy, int most)
      throws Exception {
    Object[] objects = copy.objects();
    byte[][] encoded = new byte[objects.length][];
    long places = 0;
    for (int i = 0; i < objects.length; i++) {
      encoded[i] = subject.coder(copy.types()[i]).encode(objects[i]).clone();
      places += 2L * encoded[i].length;
    }
    int stride = (int) Math.max(1, (places + most - 1) / most);
    for (int i = 0; i < objects.length; i++) {
      int payloadType = copy.types()[i];
      MessageType type = types.payloads().get(payloadType);
      Coder coder = subject.coder(payloadType);
      boolean carried = carries(coder, type, objects[i], encoded[i]);
      for (int place = 0; place < encoded[i].length; place += stride) {
        current = codec + " object " + i + " place " + place;
        feed(coder, type, Arrays.copyOf(encoded[i], place));
        byte[] flipped = encoded[i].clone();
        flipped[place] ^= (byte) (1 << (place * 5 / stride % 8));
        feed(coder, type, flipped);
        boolean due = place / stride % HEALTH_EVERY == 0 || place + stride >= encoded[i].length;
        if (due && carried && !carries(coder, type, objects[i], encoded[i])) {
          ailing++;
        }
      }
    }
  }

  private void feed(Coder coder, MessageType type, byte[] input) {
    inputs++;
    long allocated = thread.getCurrentThreadAllocatedBytes();
    long start = System.nanoTime();
    began = start;
    try {
      Object object = coder.decode(input);
      measured(start, allocated);
      decoded++;
      rewrite(type, object);
    } catch (Exception | LinkageError e) {
      measured(start, allocated);
      refused++;
    } catch (StackOverflowError e) {
      outOfStack++;
    } catch (OutOfMemoryError e) {
      measured(start, allocated);
      outOfMemory++;
    } catch (Error e) {
      escaped.add(e.toString());
    }
    began = Long.MAX_VALUE;
  }

  private void measured(long start, long allocated) {
    slowestNanos = Math.max(slowestNanos, System.nanoTime() - start);
    mostAllocatedBytes =
        Math.max(mostAllocatedBytes, thread.getCurrentThreadAllocatedBytes() - allocated);
  }

  /** What is decoded need not be what the types promise: nulls, or objects of other classes. */
  private void rewrite(MessageType type, Object object) {
    if (type.domainClass().isInstance(object)) {
      try {
        messages.of(type).build(object).toByteArray();
      } catch (RuntimeException | LinkageError | StackOverflowError e) {
        unsound++;
      }
    }
  }

  /** Whether it reads what is whole. */
  private boolean carries(Coder coder, MessageType type, Object object, byte[] encoded) {
    ProtobufType message = messages.of(type);
    try {
      return message.build(object).equals(message.build(coder.decode(encoded)));
    } catch (Exception | Error e) {
      return false;
    }
  }

  private void watch() {
    Thread watcher =
        new Thread(
            () -> {
              while (true) {
                try {
                  Thread.sleep(1000);
                } catch (InterruptedException e) {
                  return;
                }
                long since = began;
                if (since != Long.MAX_VALUE && System.nanoTime() - since > HUNG_NANOS) {
                  System.err.println("hung: " + current);
                  Runtime.getRuntime().halt(3);
                }
              }
            });
    watcher.setDaemon(true);
    watcher.start();
  }

  private String line(String codec) {
    List<String> errors = new ArrayList<>(escaped);
    return JsonWriter.string()
        .object()
        .value("codec", codec)
        .value("inputs", inputs)
        .value("decoded", decoded)
        .value("refused", refused)
        .value("out_of_memory", outOfMemory)
        .value("out_of_stack", outOfStack)
        .array("escaped", errors)
        .value("unsound", unsound)
        .value("ailing", ailing)
        .value("slowest_ms", slowestNanos / 1_000_000)
        .value("most_allocated_bytes", mostAllocatedBytes)
        .end()
        .done();
  }
}
