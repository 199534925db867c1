package wirelab.codec;

import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TProtocolFactory;

/** Thrift's binary protocol. */
public final class ThriftBinary extends Thrift {
  /** Cheap: touches no class of the library. */
  public ThriftBinary() {
    super("thrift-java-binary");
  }

  @Override
  TProtocolFactory protocol() {
    return new TBinaryProtocol.Factory();
  }
}
