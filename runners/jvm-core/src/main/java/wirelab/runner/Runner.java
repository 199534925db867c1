package wirelab.runner;

import com.grack.nanojson.JsonArray;
import com.grack.nanojson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import wirelab.codec.Codec;
import wirelab.codec.Codecs;
import wirelab.codec.Parameters;
import wirelab.codec.Versions;
import wirelab.compress.Compressor;
import wirelab.data.Carrier;
import wirelab.data.Copy;
import wirelab.fault.Fault;
import wirelab.fault.Fault.Whose;
import wirelab.measure.Canary;
import wirelab.measure.ColdCall;
import wirelab.measure.Operations;
import wirelab.measure.Subject;
import wirelab.measure.Timing;
import wirelab.types.Types;

/** The state of a process, and its answer to each request. */
public final class Runner {
  private final Callable<Types> rendered;
  private final Canary canary = new Canary();
  private Types types;
  private Carrier carrier;
  private List<Copy> copies = List.of();
  private Subject subject;
  private Operations operations;

  /**
   * A runner with the types of the one workload that this process has; they throw if it has none.
   */
  public Runner(Callable<Types> rendered) {
    this.rendered = rendered;
  }

  /** Answers a request; throws what is wrong instead. */
  public Map<String, Object> answer(JsonObject request) throws Exception {
    String type = request.getString("type");
    return switch (type) {
      case "hello" -> hello();
      case "load" -> load(request);
      case "open" -> open(request);
      case "encode" -> encode(request);
      case "decode" -> decode(request);
      case "time" -> time(request);
      case "cold" -> cold(request);
      case "replay" -> replay(request);
      case "relay" -> relay(request);
      default -> throw new IllegalArgumentException("there is no request '" + type + "'");
    };
  }

  /** Those on what is loaded and open. */
  public Operations operations() {
    return operations;
  }

  private static Map<String, Object> hello() {
    Map<String, String> versions = new LinkedHashMap<>(Compressor.versions());
    Codecs.available().forEach((name, codec) -> versions.put(name, codec.version()));
    return Map.of(
        "type", "ready",
        "protocol", 2,
        "runner", Versions.runnerName(),
        "runtime", Host.runtime(),
        "details", Host.details(),
        "timer_resolution_ns", Host.measureTimerResolution(),
        "versions", versions,
        "unavailable", Codecs.unavailable());
  }

  private Map<String, Object> load(JsonObject request) throws Exception {
    requireTypes();
    copies = List.of();
    restart(); // both would take memory beside what is loaded now
    JsonArray files = request.getArray("copies");
    JsonArray columns = request.getArray("columns");
    List<Copy> loaded = new ArrayList<>();
    for (int i = 0; i < files.size(); i++) {
      Copy copy = read(files.getString(i), (type, bytes) -> carrier.read(type, (byte[]) bytes));
      Object[] beside =
          columns == null
              ? null
              : read(columns.getString(i), (type, bytes) -> carrier.readColumns((byte[]) bytes))
                  .objects();
      loaded.add(new Copy(copy.objects(), copy.types(), beside));
    }
    copies = loaded;
    restart();
    return Map.of("type", "loaded", "objects", loaded.get(0).size());
  }

  private static Copy read(String file, Work work) throws Fault {
    return each(Copy.read(file), Whose.RUNNER, "it cannot be read from " + file, work);
  }

  private Map<String, Object> open(JsonObject request) throws Exception {
    requireTypes();
    Subject named = subject(request);
    try {
      named.open(types);
    } catch (Throwable e) {
      throw Fault.of(Whose.CODEC, "codec '" + request.getString("codec") + "' cannot be set up", e);
    }
    subject = named;
    restart();
    return Map.of("type", "opened");
  }

  private static Subject subject(JsonObject request) throws Fault {
    String name = request.getString("codec");
    Codec codec = Objects.requireNonNull(Codecs.available().get(name), "there is no codec " + name);
    Parameters parameters = new Parameters(request.getObject("parameters"));
    String compressor = request.getString("compressor");
    return new Subject(codec, parameters, compressor, request.getInt("level"), dictionary(request));
  }

  private static byte[] dictionary(JsonObject request) throws Fault {
    String file = request.getString("dictionary");
    try {
      return file == null ? null : Files.readAllBytes(Path.of(file));
    } catch (IOException e) {
      throw Fault.host(e);
    }
  }

  /** Forgets the operations on what was loaded and open before. */
  private void restart() throws Fault {
    if (operations != null) {
      operations.close();
    }
    operations = new Operations(subject, copies, types, carrier);
  }

  private Map<String, Object> encode(JsonObject request) throws Fault {
    Copy encoded = encoded(copies.get(request.getInt("copy_index")));
    encoded.write(request.getString("file"));
    return Map.of("type", "encoded", "objects", encoded.size());
  }

  private Map<String, Object> decode(JsonObject request) throws Fault {
    Copy decoded = decoded(Copy.read(request.getString("encoded")));
    String what = "what it decoded is not of the domain types";
    each(decoded, Whose.CODEC, what, carrier::write).write(request.getString("file"));
    return Map.of("type", "decoded", "objects", decoded.size());
  }

  private Map<String, Object> relay(JsonObject request) throws Fault {
    Copy read = Copy.read(request.getString("encoded"));
    Copy written = each(read, Whose.CODEC, "it cannot be read and written again", subject::relay);
    written.write(request.getString("file"));
    return Map.of("type", "relayed", "objects", written.size());
  }

  private Copy encoded(Copy objects) throws Fault {
    return each(objects, Whose.CODEC, "it cannot be encoded", subject::encode);
  }

  private Copy decoded(Copy encoded) throws Fault {
    return each(encoded, Whose.CODEC, "it cannot be decoded", subject::decode);
  }

  private Map<String, Object> replay(JsonObject request) throws Fault {
    Copy objects = decoded(encoded(copies.get(0)));
    Object[] state = {types.replay().start()};
    int[] place = {0};
    each(
        objects,
        Whose.RUNNER,
        "it cannot be replayed",
        (type, object) ->
            state[0] = types.replay().step(state[0], objects.columns()[place[0]++], object));
    byte[] sum = carrier.writeReplayed(types.replay().end(state[0]));
    Copy.of(sum).write(request.getString("file"));
    return Map.of("type", "replayed");
  }

  private Map<String, Object> time(JsonObject request) throws Exception {
    String operation = request.getString("operation");
    int calls = request.getInt("calls");
    int batches = request.getInt("batches");
    boolean collect = request.getBoolean("collect");
    if (operation.equals("canary")) {
      return Timing.run(canary, 0, calls, batches, collect).answer();
    }
    String files = request.getString("files");
    String table = request.getString("table");
    return operations.time(operation, files, table, calls, batches, collect).answer();
  }

  private Map<String, Object> cold(JsonObject request) throws Exception {
    requireTypes();
    boolean serialize = request.getString("operation").equals("serialize");
    Copy input = serialize ? copies.get(0) : Copy.read(request.getString("encoded"));
    Subject first = subject(request);
    Timing timing;
    try {
      timing = Timing.run(new ColdCall(first, types, serialize, input), 0, 1, 1, false);
    } catch (Throwable e) {
      throw Fault.of(Whose.CODEC, "its first call failed", e);
    }
    subject = first;
    restart();
    return timing.answer();
  }

  private void requireTypes() throws Exception {
    if (types == null) {
      Types found = rendered.call();
      carrier = Carrier.of(found);
      types = found;
    }
  }

  /** Work on an object of a payload type. */
  @FunctionalInterface
  private interface Work {
    Object apply(int type, Object object) throws Exception;
  }

  private static Copy each(Copy copy, Whose whose, String cannot, Work work) throws Fault {
    Object[] made = new Object[copy.size()];
    for (int i = 0; i < made.length; i++) {
      try {
        made[i] = work.apply(copy.types()[i], copy.objects()[i]);
      } catch (Throwable e) {
        throw Fault.of(whose, "object " + i + ": " + cannot, e);
      }
    }
    return copy.with(made);
  }
}
