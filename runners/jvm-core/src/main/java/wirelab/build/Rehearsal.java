package wirelab.build;

import com.grack.nanojson.JsonWriter;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import wirelab.codec.Codecs;
import wirelab.compress.Compressors;
import wirelab.corpus.Carrier;
import wirelab.corpus.Copy;
import wirelab.corpus.Frames;
import wirelab.runner.Main;

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
    byte[] message = Carrier.of(sample).write(0, sample.object());
    Frames.write(objects, new Copy(new Object[] {message}, new int[1], null));
    Rehearsal rehearsal = new Rehearsal(folder.resolve("sample.encoded").toString());
    rehearsal.ask("hello", Map.of());
    rehearsal.ask("load", Map.of("copies", List.of(objects)));
    for (String codec : Codecs.available().keySet()) {
      rehearsal.use(Map.of("codec", codec));
    }
    String codec = Codecs.available().keySet().iterator().next();
    for (String compressor : Compressors.versions().keySet()) {
      rehearsal.use(Map.of("codec", codec, "compressor", compressor, "level", 1));
    }
    rehearsal.time("canary");
    String script = String.join("\n", rehearsal.lines);
    Main.talk(
        new ByteArrayInputStream(script.getBytes(StandardCharsets.UTF_8)),
        System.err,
        () -> sample);
  }

  private void use(Map<String, Object> subject) {
    Map<String, Object> open = new TreeMap<>(subject);
    open.put("parameters", Map.of());
    ask("open", open);
    ask("encode", Map.of("copy_index", 0, "file", file));
    ask("decode", Map.of("encoded", file, "file", file));
    time("serialize");
    time("deserialize");
    time("nothing");
  }

  private void time(String operation) {
    ask("time", Map.of("operation", operation, "calls", 100, "batches", 2, "collect", true));
  }

  private void ask(String type, Map<String, Object> fields) {
    Map<String, Object> request = new TreeMap<>(fields);
    request.put("type", type);
    lines.add(JsonWriter.string(request));
  }
}
