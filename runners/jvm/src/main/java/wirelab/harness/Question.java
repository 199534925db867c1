package wirelab.harness;

import com.grack.nanojson.JsonObject;
import com.grack.nanojson.JsonParser;
import com.grack.nanojson.JsonParserException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import wirelab.corpus.Carrier;
import wirelab.corpus.Corpus;
import wirelab.corpus.Difference;
import wirelab.fault.Fault;
import wirelab.measure.Inputs;
import wirelab.measure.OpenSubject;
import wirelab.measure.Operation;
import wirelab.measure.OperationName;
import wirelab.measure.Operations;
import wirelab.measure.Subject;
import wirelab.runner.RoundTrip;
import wirelab.types.Types;

/**
 * What a harness is asked to measure.
 *
 * @param workload the workload's name
 * @param corpora corpus files, one for each copy that calls rotate over
 * @param subject the codec and the compressor behind it
 * @param name what one call does
 * @param benchmark the class in {@link wirelab.harness.user} that does the same with the library
 *     alone, if there is one
 * @param turns how many turns there are
 * @param samples how many values each turn gives
 * @param sampleMillis how long each takes
 */
record Question(
    String workload,
    List<Path> corpora,
    Subject subject,
    OperationName name,
    Optional<String> benchmark,
    int turns,
    int samples,
    int sampleMillis) {

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
        fields.getArray("corpora").stream().map(each -> Path.of((String) each)).toList(),
        Subject.of(
            subject.getString("codec"),
            parameters,
            subject.getString("compressor"),
            subject.isNull("level") ? null : (Integer) subject.getInt("level")),
        OperationName.valueOf(fields.getString("operation").toUpperCase(Locale.ROOT)),
        Optional.ofNullable(fields.getString("benchmark")),
        fields.getInt("turns"),
        fields.getInt("samples"),
        fields.getInt("sample_ms"));
  }

  /**
   * The operation, ready to be measured. As in the lab, the round trip was verified before, so that
   * the compiler has seen the same calls on either side, and garbage was collected, which puts
   * objects into the order in which they are read.
   */
  Operation operation() throws Exception {
    subject.require(name);
    Types types = Types.rendered();
    Carrier carrier = Carrier.of(types);
    List<Corpus> copies = new ArrayList<>();
    for (Path corpus : corpora) {
      copies.add(carrier.readCorpus(Files.readAllBytes(corpus)));
    }
    OpenSubject open = subject.open(types);
    RoundTrip trip = new RoundTrip(open);
    Corpus decoded = trip.decode(trip.store(trip.encode(copies.get(0))));
    Optional<Difference> difference = carrier.difference(copies.get(0), decoded);
    if (difference.isPresent()) {
      throw new Fault(Fault.Kind.CODEC, "decode(encode(x)) is not x: " + difference.get());
    }
    Operation operation = Operations.inMemory(open, name, Inputs.of(open, name, copies), types);
    System.gc();
    return operation;
  }
}
