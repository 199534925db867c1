package wirelab.types;

/** A workload's payload types in Avro. */
public interface AvroBindings extends Bindings<AvroType> {}
