package wirelab.build;

import com.grack.nanojson.JsonWriter;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import wirelab.codec.Codecs;
import wirelab.compress.Compressor;
import wirelab.data.Copy;
import wirelab.runner.Main;
import wirelab.types.Bindings;
import wirelab.types.ProtobufBindings;

/**
 * A whole conversation on a small sample, so that the virtual machine can keep the classes it loads
 * in an archive ({@code -XX:ArchiveClassesAtExit}): later processes start from there. What it
 * answers goes to stderr and is of no account.
 */
public final class Rehearsal {
  private final List<String> lines = new ArrayList<>();
  private final String file;

  private Rehearsal(String file) {
    this.file = file;
  }

  /**
   * Rehearses.
   *
   * @param arguments name of the class of a {@link Rehearsed}, a folder for its files
   */
  public static void main(String[] arguments) throws Exception {
    Class<?> named = Class.forName(arguments[0]);
    Rehearsed sample = (Rehearsed) named.getDeclaredConstructor().newInstance();
    Path folder = Files.createDirectories(Path.of(arguments[1]));
    String objects = folder.resolve("sample.objects").toString();
    var bindings =
        Bindings.rendered(sample, ProtobufBindings.class, ProtobufBindings.IMPLEMENTATION);
    Copy.of(bindings.of(sample.root()).build(sample.object()).toByteArray()).write(objects);
    Rehearsal rehearsal = new Rehearsal(folder.resolve("sample.encoded").toString());
    rehearsal.ask(Map.of("type", "hello"));
    rehearsal.ask(Map.of("type", "load", "copies", List.of(objects)));
    for (String codec : Codecs.available().keySet()) {
      rehearsal.use(codec, Map.of());
    }
    for (String compressor : Compressor.versions().keySet()) {
      String codec = Codecs.available().keySet().iterator().next();
      rehearsal.use(codec, Map.of("compressor", compressor, "level", 1, "dictionary", objects));
    }
    rehearsal.time("canary");
    String script = String.join("\n", rehearsal.lines);
    Main.talk(
        new ByteArrayInputStream(script.getBytes(StandardCharsets.UTF_8)),
        System.err,
        () -> sample);
  }

  private void use(String codec, Map<String, Object> compressor) {
    Map<String, Object> open = new HashMap<>(compressor);
    open.putAll(Map.of("type", "open", "codec", codec, "parameters", Map.of()));
    ask(open);
    ask(Map.of("type", "encode", "copy_index", 0, "file", file));
    ask(Map.of("type", "decode", "encoded", file, "file", file));
    time("serialize");
    time("deserialize");
    time("nothing");
  }

  private void time(String operation) {
    ask(Map.of("type", "time", "operation", operation, "calls", 100, "batches", 2));
  }

  private void ask(Map<String, Object> request) {
    lines.add(JsonWriter.string(request));
  }
}
