package wirelab.measure;

import java.util.Map;
import wirelab.codec.Codec;
import wirelab.codec.CodecInfo;
import wirelab.codec.Codecs;
import wirelab.codec.Contract;
import wirelab.codec.Parameters;
import wirelab.codec.Versions;
import wirelab.compress.Compressor;
import wirelab.compress.Compressors;
import wirelab.fault.Fault;
import wirelab.types.Types;

/**
 * A codec and the compressor behind it, checked and not yet set up; equal if they would be set up
 * alike.
 *
 * @param codec the codec
 * @param parameters a value for each of its parameters
 * @param compressor the compressor, or null
 */
public record Subject(Codec codec, Parameters parameters, Compressor compressor) {
  /**
   * Looks a subject up.
   *
   * @param codec the codec's name
   * @param parameters values by name
   * @param compressor the compressor's name, or null
   * @param level its level, or null for the default
   * @throws Fault codec: there is no such codec, parameter, value, compressor or level
   */
  public static Subject of(
      String codec, Map<String, String> parameters, String compressor, Integer level) throws Fault {
    Codec found = Codecs.named(codec);
    Parameters checked = Parameters.of(codec, found.info().parameters(), parameters);
    if (compressor == null && level != null) {
      throw new Fault(Fault.Kind.CODEC, "a level is given without a compressor");
    }
    return new Subject(
        found, checked, compressor == null ? null : Compressors.open(compressor, level));
  }

  /**
   * Checks that it has an operation.
   *
   * @throws Fault codec: it has not
   */
  public void require(OperationName operation) throws Fault {
    String name = codec.info().name();
    if (!has(codec.info(), operation)) {
      String why =
          operation == OperationName.REPLAY
              ? "this runner replays nothing"
              : "it has no message classes of its own";
      throw new Fault(
          Fault.Kind.CODEC, "codec '%s' has no '%s': %s".formatted(name, operation.word(), why));
    }
    if (operation.compresses() && compressor == null) {
      String what = "'%s' has no '%s': the subject has no compressor";
      throw new Fault(Fault.Kind.CODEC, what.formatted(name, operation.word()));
    }
  }

  /** Whether a codec has an operation; those of compressors come with any compressor. */
  public static boolean has(CodecInfo codec, OperationName operation) {
    if (operation == OperationName.REPLAY) {
      return Versions.replays();
    }
    return !operation.converts() || codec.contract().has(Contract.Trait.CONVERSION);
  }

  /** Sets the codec up for a workload. */
  public OpenSubject open(Types types) throws Exception {
    return new OpenSubject(codec.open(types, parameters), compressor, types);
  }
}
