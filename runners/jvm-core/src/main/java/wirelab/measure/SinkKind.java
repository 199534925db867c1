package wirelab.measure;

import static wirelab.measure.OperationName.DESERIALIZE;
import static wirelab.measure.OperationName.REPLAY;
import static wirelab.measure.OperationName.SERIALIZE;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** Where bytes go and come from, as the protocol names it. */
public enum SinkKind {
  MEMORY(EnumSet.allOf(OperationName.class)),
  FILE(EnumSet.of(SERIALIZE, DESERIALIZE)),
  TABLE(EnumSet.of(SERIALIZE, DESERIALIZE, REPLAY));

  private final Set<OperationName> operations;

  SinkKind(Set<OperationName> operations) {
    this.operations = operations;
  }

  /** The name in the protocol. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether an operation's bytes go there, or come from there. */
  public boolean takes(OperationName operation) {
    return operations.contains(operation);
  }
}
