package wirelab.types;

/** A workload's payload types in Thrift. */
public interface ThriftBindings extends Bindings<ThriftType> {}
