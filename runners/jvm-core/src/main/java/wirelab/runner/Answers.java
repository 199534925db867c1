package wirelab.runner;

import com.grack.nanojson.JsonStringWriter;
import com.grack.nanojson.JsonWriter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import wirelab.codec.Codec;
import wirelab.codec.CodecInfo;
import wirelab.codec.Codecs;
import wirelab.codec.Contract;
import wirelab.codec.Contract.Trait;
import wirelab.codec.Parameter;
import wirelab.codec.Versions;
import wirelab.compress.CompressorInfo;
import wirelab.compress.Compressors;
import wirelab.fault.Fault;
import wirelab.measure.Batches;
import wirelab.measure.Batches.Column;
import wirelab.measure.OperationName;
import wirelab.measure.SinkKind;
import wirelab.measure.Subject;

/** From answers to lines. */
final class Answers {
  private Answers() {}

  /** The beginning of an answer: its type. */
  static JsonStringWriter of(String type) {
    return JsonWriter.string().object().value("type", type);
  }

  /** The end of an answer: its line. */
  static String line(JsonStringWriter answer) {
    return answer.end().done();
  }

  static String ready(double timerResolutionNanos) {
    JsonStringWriter json = of("ready");
    json.object("protocol").value("major", Runner.MAJOR).value("minor", Runner.MINOR).end();
    json.value("runner", Versions.runnerName()).value("runtime", Host.runtime());
    json.object("details");
    Host.details().forEach(json::value);
    json.end().value("timer_resolution_ns", timerResolutionNanos);
    json.array("codecs");
    for (Codec codec : Codecs.all()) {
      codec(json, codec.info());
    }
    json.end().array("unavailable");
    for (Map.Entry<String, String> codec : Codecs.unavailable().entrySet()) {
      json.object().value("name", codec.getKey()).value("reason", codec.getValue()).end();
    }
    json.end().array("compressors");
    for (CompressorInfo compressor : Compressors.all()) {
      compressor(json, compressor);
    }
    json.end().array("sinks");
    for (SinkKind sink : SinkKind.values()) {
      json.value(sink.word());
    }
    return line(json.end());
  }

  private static void codec(JsonStringWriter json, CodecInfo info) {
    json.object().value("name", info.name()).value("format", info.format());
    json.value("library", info.library()).value("version", info.version());
    json.value("documentation", info.documentation());
    json.object("contract", fields(info.contract())).array("operations");
    for (OperationName operation : OperationName.values()) {
      if (Subject.has(info, operation)) {
        json.value(operation.word());
      }
    }
    json.end().array("parameters");
    for (Parameter parameter : info.parameters()) {
      json.object().value("name", parameter.name()).array("values");
      parameter.values().forEach(json::value);
      json.end().value("default", parameter.standard()).value("tuned", parameter.tuned());
      json.object("changes", changes(parameter, info.contract()));
      json.value("says", parameter.says()).end();
    }
    json.end().end();
  }

  /** By value, the fields of the contract that differ with it. */
  private static Map<String, Object> changes(Parameter parameter, Contract contract) {
    Map<String, Object> changes = new LinkedHashMap<>();
    parameter
        .changes()
        .forEach(
            (value, change) -> {
              Map<String, Object> changed = fields(change.apply(contract));
              changed.entrySet().removeAll(fields(contract).entrySet());
              changes.put(value, changed);
            });
    return changes;
  }

  private static Map<String, Object> fields(Contract contract) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("input", contract.input());
    fields.put("output", word(contract.output()));
    fields.put("evolution", word(contract.evolution()));
    for (Trait trait : Trait.values()) {
      fields.put(word(trait), contract.has(trait));
    }
    fields.put("notes", contract.notes());
    return fields;
  }

  private static void compressor(JsonStringWriter json, CompressorInfo info) {
    json.object().value("name", info.name()).value("library", info.library());
    json.value("version", info.version()).value("min_level", info.minLevel());
    json.value("max_level", info.maxLevel()).value("default_level", info.defaultLevel()).end();
  }

  static String batch(Batches batches, int i) {
    JsonStringWriter json = of("batch").value("phase", batches.phase(i));
    for (Column column : Column.values()) {
      long value = batches.get(i, column);
      json.value(column.word(), value == Batches.UNKNOWN ? null : (Long) value);
    }
    return line(json);
  }

  static String error(Fault fault) {
    return line(
        of("error").value("fault", fault.kind().word()).value("message", fault.getMessage()));
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
