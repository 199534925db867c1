package wirelab.types

import com.twitter.scrooge.ThriftStruct
import org.apache.thrift.protocol.TProtocol

/** A payload's type as Scrooge's generated class, and the conversions between it and the domain class. */
trait ScroogeType {

  /** From the domain class. */
  def build(x: AnyRef): ThriftStruct

  /** Reads what follows. */
  def decode(input: TProtocol): ThriftStruct

  /** To the domain class. */
  def unbuild(m: ThriftStruct): AnyRef
}
