package wirelab.runner;

import java.util.HashMap;
import java.util.Map;
import wirelab.fault.Fault;
import wirelab.measure.OpenSubject;
import wirelab.measure.Subject;
import wirelab.types.Types;

/** The subjects of a process: each is set up once, and serves every request that names it. */
final class Subjects {
  private final Map<Subject, OpenSubject> open = new HashMap<>();
  private boolean used;

  /** Looks up what a request names. */
  static Subject named(Fields request) throws Fault {
    Fields subject = request.object("subject");
    return Subject.of(
        subject.text("codec"),
        subject.texts("parameters"),
        subject.has("compressor") ? subject.text("compressor") : null,
        subject.has("level") ? (Integer) subject.number("level", Integer.MIN_VALUE) : null);
  }

  /** The subject, set up. */
  OpenSubject open(Subject subject, Types types) throws Fault {
    OpenSubject found = open.get(subject);
    if (found != null) {
      return found;
    }
    try {
      return keep(subject, subject.open(types));
    } catch (Throwable e) {
      used = true;
      String what = "codec '" + subject.codec().info().name() + "' cannot be set up";
      throw Fault.codec(what, e);
    }
  }

  /** Keeps what was set up elsewhere for later requests; null if it could not be. */
  OpenSubject keep(Subject subject, OpenSubject opened) {
    used = true;
    if (opened != null) {
      open.put(subject, opened);
    }
    return opened;
  }

  /** Whether any codec was used in this process. */
  boolean used() {
    return used;
  }
}
