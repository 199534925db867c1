package wirelab.types;

/** A workload's payload types in FlatBuffers. */
public interface FlatBuffersBindings extends Bindings<FlatBuffersType> {}
