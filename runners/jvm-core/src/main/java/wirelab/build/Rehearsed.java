package wirelab.build;

import wirelab.types.Types;

/** A workload that is there without any build, for the {@link Rehearsal} and the tests. */
public interface Rehearsed extends Types {
  /** A corpus file of a few objects. */
  byte[] corpus();
}
