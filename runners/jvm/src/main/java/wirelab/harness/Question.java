package wirelab.harness;

import com.grack.nanojson.JsonObject;
import com.grack.nanojson.JsonParser;
import com.grack.nanojson.JsonParserException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import wirelab.corpus.Corpus;
import wirelab.corpus.Digests;
import wirelab.fault.Fault;
import wirelab.measure.Operation;
import wirelab.measure.OperationName;
import wirelab.measure.Operations;
import wirelab.measure.Subject;
import wirelab.runner.RoundTrip;
import wirelab.runner.Workloads;
import wirelab.types.Types;

/**
 * What a harness is asked to measure.
 *
 * @param workload the workload's name
 * @param corpus the corpus file
 * @param digest of its bytes
 * @param copies how many distinct object graphs to rotate over
 * @param subject the codec and the compressor behind it
 * @param name what one call does
 * @param turns how many samples to take
 * @param turnMillis how long each takes
 */
record Question(
    String workload,
    Path corpus,
    String digest,
    int copies,
    Subject subject,
    OperationName name,
    int turns,
    int turnMillis) {

  /**
   * Reads a question.
   *
   * @param line one JSON object
   */
  static Question parse(String line) throws JsonParserException, Fault {
    JsonObject fields = JsonParser.object().from(line);
    JsonObject subject = fields.getObject("subject");
    Map<String, String> parameters = new HashMap<>();
    subject.getObject("parameters").forEach((name, value) -> parameters.put(name, (String) value));
    return new Question(
        fields.getString("workload"),
        Path.of(fields.getString("corpus")),
        fields.getString("digest"),
        fields.getInt("copies"),
        Subject.of(
            subject.getString("codec"),
            parameters,
            subject.getString("compressor"),
            subject.isNull("level") ? null : (Integer) subject.getInt("level")),
        OperationName.valueOf(fields.getString("operation").toUpperCase(Locale.ROOT)),
        fields.getInt("turns"),
        fields.getInt("turn_ms"));
  }

  /**
   * The operation, ready to be measured. As in the lab, the corpus was written again and the round
   * trip verified before: the compiler has then seen the same calls on either side.
   */
  Operation operation() throws Exception {
    byte[] bytes = Files.readAllBytes(corpus);
    if (!Digests.of(bytes).equals(digest)) {
      throw new Fault(Fault.Kind.WORKLOAD, "the corpus " + corpus + " has another digest");
    }
    subject.require(name);
    Types types = Workloads.rendered(workload);
    Corpus loaded = Corpus.read(bytes, copies, types);
    String rewritten = Digests.of(loaded.write(loaded.objects(), types));
    String verified = new RoundTrip(subject.open(types), types).verify(loaded);
    if (!rewritten.equals(digest) || !verified.contains(digest)) {
      throw new Fault(Fault.Kind.CODEC, "decode(encode(x)) is not x: " + verified);
    }
    return Operations.inMemory(subject.open(types), name, loaded, types);
  }
}
