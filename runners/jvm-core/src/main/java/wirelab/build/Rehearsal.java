package wirelab.build;

import com.grack.nanojson.JsonStringWriter;
import com.grack.nanojson.JsonWriter;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import wirelab.codec.Codec;
import wirelab.codec.Codecs;
import wirelab.compress.CompressorInfo;
import wirelab.compress.Compressors;
import wirelab.corpus.Carrier;
import wirelab.corpus.Corpus;
import wirelab.runner.Main;

/**
 * A whole conversation on a small sample, so that the virtual machine can keep the classes it loads
 * in an archive ({@code -XX:ArchiveClassesAtExit}): later processes start from there. What it
 * answers goes to stderr and is of no account.
 */
public final class Rehearsal {
  private Rehearsal() {}

  /**
   * Rehearses.
   *
   * @param arguments name of the class of a {@link Rehearsed}, a folder for its files
   */
  public static void main(String[] arguments) throws Exception {
    Class<?> named = Class.forName(arguments[0]);
    Rehearsed sample = (Rehearsed) named.getDeclaredConstructor().newInstance();
    Path folder = Files.createDirectories(Path.of(arguments[1]));
    Path corpus = folder.resolve("sample.corpus");
    Files.write(corpus, Carrier.of(sample).writeCorpus(Corpus.of(sample.object())));
    String script = String.join("\n", conversation(sample.workload(), corpus, folder));
    Main.talk(
        new ByteArrayInputStream(script.getBytes(StandardCharsets.UTF_8)),
        System.err,
        () -> sample);
  }

  private static List<String> conversation(String workload, Path corpus, Path folder) {
    List<String> lines = new ArrayList<>();
    lines.add("{\"type\": \"hello\", \"protocol\": {\"major\": 1, \"minor\": 2}}");
    JsonStringWriter load = JsonWriter.string().object().value("type", "load");
    load.value("workload", workload).array("corpora").value(corpus.toString()).end();
    lines.add(load.end().done());
    for (Codec codec : Codecs.all()) {
      String subject = "{\"codec\": \"" + codec.info().name() + "\"}";
      lines.add(verify(subject, folder));
      lines.add(measure(subject, "serialize"));
      lines.add(measure(subject, "deserialize"));
    }
    for (CompressorInfo compressor : Compressors.all()) {
      String codec = Codecs.all().get(0).info().name();
      String name = compressor.name();
      String subject = "{\"codec\": \"%s\", \"compressor\": \"%s\"}".formatted(codec, name);
      lines.add(verify(subject, folder));
    }
    return lines;
  }

  private static String verify(String subject, Path folder) {
    String decoded = JsonWriter.string(folder.resolve("decoded.corpus").toString());
    return "{\"type\": \"verify\", \"subject\": %s, \"decoded\": %s}".formatted(subject, decoded);
  }

  private static String measure(String subject, String operation) {
    String mode =
        "{\"kind\": \"steady\", \"batch_ns\": 1000000, \"batches\": 2,"
            + " \"warm_up\": {\"min_ns\": 0, \"max_ns\": 10000000}}";
    String line =
        "{\"type\": \"measure\", \"subject\": %s, \"operation\": \"%s\", %s, \"mode\": %s}";
    return line.formatted(subject, operation, "\"sink\": {\"kind\": \"memory\"}", mode);
  }
}
