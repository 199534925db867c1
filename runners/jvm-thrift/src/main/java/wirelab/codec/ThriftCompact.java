package wirelab.codec;

import org.apache.thrift.protocol.TCompactProtocol;
import org.apache.thrift.protocol.TProtocolFactory;

/** Thrift's compact protocol. */
public final class ThriftCompact extends Thrift {
  /** Cheap: touches no class of the library. */
  public ThriftCompact() {
    super("thrift-java-compact");
  }

  @Override
  TProtocolFactory protocol() {
    return new TCompactProtocol.Factory();
  }
}
