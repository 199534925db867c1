package wirelab.types;

import org.apache.thrift.TBase;

/** A message type as the class that Thrift's compiler makes of it. */
public interface ThriftType {
  /** An object with no field set, to be read into. */
  TBase<?, ?> empty();

  /** From a domain object. */
  TBase<?, ?> build(Object object);

  /** To a domain object. */
  Object unbuild(TBase<?, ?> message);
}
