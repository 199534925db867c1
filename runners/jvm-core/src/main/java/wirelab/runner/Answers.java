package wirelab.runner;

import com.grack.nanojson.JsonStringWriter;
import com.grack.nanojson.JsonWriter;
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
import wirelab.corpus.Difference;
import wirelab.fault.Fault;
import wirelab.measure.Batches;
import wirelab.measure.OperationName;
import wirelab.measure.Subject;

/** From answers to lines. */
final class Answers {
  private Answers() {}

  static String ready(Host host) {
    JsonStringWriter json = start("ready");
    json.object("protocol").value("major", Runner.MAJOR).value("minor", Runner.MINOR).end();
    json.value("runner", Versions.of("runner")).value("runtime", host.runtime());
    json.object("details");
    for (Map.Entry<String, String> detail : host.details().entrySet()) {
      json.value(detail.getKey(), detail.getValue());
    }
    json.end().value("timer_resolution_ns", host.timerResolutionNanos());
    json.array("codecs");
    for (Codec codec : Codecs.all()) {
      codec(json, codec.info());
    }
    json.end().array("compressors");
    for (CompressorInfo compressor : Compressors.all()) {
      compressor(json, compressor);
    }
    return json.end().end().done();
  }

  private static void codec(JsonStringWriter json, CodecInfo info) {
    json.object().value("name", info.name()).value("format", info.format());
    json.value("library", info.library()).value("version", info.version());
    contract(json, info.contract());
    json.array("operations");
    for (OperationName operation : OperationName.values()) {
      if (Subject.has(info, operation)) {
        json.value(operation.word());
      }
    }
    json.end().array("parameters");
    for (Parameter parameter : info.parameters()) {
      json.object().value("name", parameter.name()).array("values");
      parameter.values().forEach(json::value);
      json.end().value("default", parameter.standard()).value("says", parameter.says()).end();
    }
    json.end().end();
  }

  private static void contract(JsonStringWriter json, Contract contract) {
    json.object("contract")
        .value("input", contract.input())
        .value("output", word(contract.output()))
        .value("conversion", contract.has(Trait.CONVERSION))
        .value("reuses_buffer", contract.has(Trait.REUSES_BUFFER))
        .value("validates", contract.has(Trait.VALIDATES))
        .value("unsafe_memory", contract.has(Trait.UNSAFE_MEMORY))
        .value("needs_schema", contract.has(Trait.NEEDS_SCHEMA))
        .value("evolution", word(contract.evolution()))
        .value("human_readable", contract.has(Trait.HUMAN_READABLE))
        .value("lazy", contract.has(Trait.LAZY))
        .value("notes", contract.notes())
        .end();
  }

  private static void compressor(JsonStringWriter json, CompressorInfo info) {
    json.object()
        .value("name", info.name())
        .value("library", info.library())
        .value("version", info.version())
        .value("min_level", info.minLevel())
        .value("max_level", info.maxLevel())
        .value("default_level", info.defaultLevel())
        .end();
  }

  static String loaded(int objects, String digest) {
    return start("loaded").value("objects", objects).value("digest", digest).end().done();
  }

  static String verified(long encodedBytes, Long compressedBytes, String digest, String replayed) {
    JsonStringWriter json = start("verified").value("encoded_bytes", encodedBytes);
    json.value("compressed_bytes", compressedBytes).value("digest", digest);
    return json.value("replayed", replayed).end().done();
  }

  static String mismatch(Difference difference) {
    return start("mismatch")
        .value("path", difference.path())
        .value("expected", difference.expected())
        .value("actual", difference.actual())
        .end()
        .done();
  }

  static String canaryTimed(long[] nanos) {
    JsonStringWriter json = start("canary-timed").array("ns");
    for (long ns : nanos) {
      json.value(ns);
    }
    return json.end().end().done();
  }

  static String batch(Batches batches, int i) {
    return start("batch")
        .value("phase", batches.isWarmUp(i) ? "warm-up" : "measured")
        .value("start_ns", batches.startNanos(i))
        .value("calls", batches.calls(i))
        .value("ns", batches.nanos(i))
        .value("allocated_bytes", known(batches.allocatedBytes(i)))
        .value("gc_count", batches.collections(i))
        .value("gc_ns", batches.collectionNanos(i))
        .value("cpu_ns", known(batches.cpuNanos(i)))
        .value("process_cpu_ns", known(batches.processCpuNanos(i)))
        .end()
        .done();
  }

  static String done(int batches, Boolean steady, long sink) {
    JsonStringWriter json = start("done").value("batches", batches).value("steady", steady);
    return json.value("sink", Long.toString(sink)).end().done();
  }

  static String encoded(long bytes, String digest) {
    return start("encoded").value("bytes", bytes).value("digest", digest).end().done();
  }

  static String decoded(int objects, String digest) {
    return start("decoded").value("objects", objects).value("digest", digest).end().done();
  }

  static String error(Fault fault) {
    JsonStringWriter json = start("error").value("fault", fault.kind().word());
    return json.value("message", fault.getMessage()).end().done();
  }

  private static JsonStringWriter start(String type) {
    return JsonWriter.string().object().value("type", type);
  }

  private static Long known(long reading) {
    return reading < 0 ? null : reading;
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
