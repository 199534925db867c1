package wirelab.runner;

import java.nio.file.Path;
import java.util.Map;
import wirelab.fault.Fault;
import wirelab.measure.Mode;
import wirelab.measure.OperationName;
import wirelab.measure.Subject;

/** What the core says. */
sealed interface Request {
  /** First message of a process: the protocol's version that the core speaks. */
  record Hello(long major, long minor) implements Request {}

  /** Load a corpus as domain objects. */
  record Load(String workload, Path corpus, String digest, int copies) implements Request {}

  /** Check that decode(encode(x)) equals x. */
  record Verify(SubjectSpec subject) implements Request {}

  /** Time the canary. */
  record Canary(int repetitions) implements Request {}

  /**
   * Measure one operation; {@code folder} is null for the sink in memory, {@code encoded} may be
   * null.
   */
  record Measure(SubjectSpec subject, OperationName operation, Mode mode, Path folder, Path encoded)
      implements Request {}

  /** Write the loaded corpus with a subject. */
  record Encode(SubjectSpec subject, Path file) implements Request {}

  /** Read a file that encode wrote, and write its objects as a corpus. */
  record Decode(String workload, SubjectSpec subject, Path file, Path corpus) implements Request {}

  /** Exit. */
  record Bye() implements Request {}

  /** A subject as it is named; {@code compressor} and {@code level} may be null. */
  record SubjectSpec(
      String codec, Map<String, String> parameters, String compressor, Integer level) {
    Subject resolve() throws Fault {
      return Subject.of(codec, parameters, compressor, level);
    }
  }
}
