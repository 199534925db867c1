package wirelab.types;

/**
 * A workload's types in protobuf-java: the payloads, the root and what objects add up to. A process
 * may have them twice: for a codec of that library, and for the carrier.
 */
public interface ProtobufBindings extends Bindings<ProtobufType> {
  /** Name of the class that implements this, in the package of a workload's {@link Types}. */
  String IMPLEMENTATION = "ProtobufBindings";
}
