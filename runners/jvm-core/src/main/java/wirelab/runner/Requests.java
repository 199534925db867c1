package wirelab.runner;

import com.grack.nanojson.JsonParser;
import com.grack.nanojson.JsonParserException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import wirelab.fault.Fault;
import wirelab.measure.Mode;
import wirelab.measure.OperationName;
import wirelab.runner.Request.SubjectSpec;

/** From lines to requests. */
final class Requests {
  private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");
  private static final Map<String, OperationName> OPERATIONS =
      Arrays.stream(OperationName.values())
          .collect(Collectors.toMap(OperationName::word, Function.identity()));
  private static final Map<String, Boolean> SINKS = Map.of("memory", false, "file", true);

  private interface Reader<T> {
    T read(Fields fields) throws Fault;
  }

  private static final Map<String, Reader<Request>> READERS =
      Map.of(
          "hello",
          Requests::hello,
          "load",
          Requests::load,
          "verify",
          fields -> new Request.Verify(subject(fields)),
          "canary",
          fields -> new Request.Canary(fields.number("repetitions", 1, 5)),
          "measure",
          Requests::measure,
          "encode",
          fields -> new Request.Encode(subject(fields), path(fields, "file")),
          "decode",
          Requests::decode,
          "bye",
          fields -> new Request.Bye());

  private static final Map<String, Reader<Mode>> MODES =
      Map.of(
          "steady",
          Requests::steady,
          "cold",
          fields -> new Mode.Cold(),
          "fixed",
          fields ->
              new Mode.Fixed(
                  fields.number("warm_up_runs", 0),
                  fields.number("runs", 1),
                  fields.number("calls", 1, 1)));

  private Requests() {}

  /**
   * Reads a request.
   *
   * @param line one line, without its end
   * @throws Fault request: it is none
   */
  static Request parse(String line) throws Fault {
    Object value;
    try {
      value = JsonParser.any().from(line);
    } catch (JsonParserException e) {
      throw new Fault(Fault.Kind.REQUEST, "the line is not JSON: " + e.getMessage());
    }
    Fields fields = Fields.of(value, "the request");
    Reader<Request> reader = fields.choice("type", READERS);
    Request request = reader.read(fields);
    fields.end();
    return request;
  }

  private static Request hello(Fields fields) throws Fault {
    Fields version = fields.object("protocol");
    Request hello = new Request.Hello(version.count("major", 0), version.count("minor", 0));
    version.end();
    return hello;
  }

  private static Request load(Fields fields) throws Fault {
    String digest = fields.text("digest");
    if (!DIGEST.matcher(digest).matches()) {
      throw new Fault(
          Fault.Kind.REQUEST, "the request.digest is not 64 lower-case hexadecimal digits");
    }
    return new Request.Load(
        fields.text("workload"), path(fields, "corpus"), digest, fields.number("copies", 1, 3));
  }

  private static Request decode(Fields fields) throws Fault {
    return new Request.Decode(
        fields.text("workload"), subject(fields), path(fields, "file"), path(fields, "corpus"));
  }

  private static Request measure(Fields fields) throws Fault {
    SubjectSpec subject = subject(fields);
    OperationName operation = fields.choice("operation", OPERATIONS);
    Fields modeFields = fields.object("mode");
    Mode mode = modeFields.choice("kind", MODES).read(modeFields);
    modeFields.end();
    Fields sink = fields.object("sink");
    boolean toFile = sink.choice("kind", SINKS);
    String folder = sink.optionalText("folder");
    sink.end();
    if (toFile != (folder != null)) {
      throw new Fault(Fault.Kind.REQUEST, "sink 'file', and no other, needs a folder");
    }
    return new Request.Measure(
        subject,
        operation,
        mode,
        optionalPath(folder),
        optionalPath(fields.optionalText("encoded")));
  }

  private static Mode steady(Fields fields) throws Fault {
    Fields warmUp = fields.object("warm_up");
    Mode mode =
        new Mode.Steady(
            fields.count("batch_ns", 1),
            fields.number("batches", 1),
            warmUp.number("window", 1, 5),
            warmUp.positive("tolerance", 0.02),
            warmUp.count("min_ns", 0),
            warmUp.count("max_ns", 0));
    warmUp.end();
    return mode;
  }

  private static SubjectSpec subject(Fields fields) throws Fault {
    Fields subject = fields.object("subject");
    SubjectSpec spec =
        new SubjectSpec(
            subject.text("codec"),
            subject.texts("parameters"),
            subject.optionalText("compressor"),
            subject.optionalNumber("level"));
    subject.end();
    return spec;
  }

  private static Path path(Fields fields, String key) throws Fault {
    return optionalPath(fields.text(key));
  }

  private static Path optionalPath(String text) throws Fault {
    try {
      return text == null ? null : Path.of(text);
    } catch (InvalidPathException e) {
      throw new Fault(Fault.Kind.REQUEST, "'" + text + "' is not a path: " + e.getReason());
    }
  }
}
