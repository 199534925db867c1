package wirelab.codec

import com.twitter.scrooge.{TReusableMemoryTransport, ThriftStruct}
import org.apache.thrift.protocol.{TBinaryProtocol, TCompactProtocol, TProtocol, TProtocolFactory}
import org.apache.thrift.transport.TMemoryInputTransport
import wirelab.types.{MessageType, ScalaMessageType, ScroogeType, Types}

/** Thrift by Scrooge: domain objects to and from its generated classes.
  *
  * @param name
  *   the codec's
  * @param protocols
  *   asked when the codec is opened, so that nothing loads before
  */
sealed abstract class Scrooge(override val name: String, protocols: () => TProtocolFactory) extends Codec {
  override def version: String = Versions.of("scrooge-core_2.13")

  override def open(types: Types, parameters: Parameters): Coders = {
    val transports = new Scrooge.Transports(protocols())
    (messageType: MessageType) => new Scrooge.Bound(messageType.asInstanceOf[ScalaMessageType].scrooge, transports)
  }
}

/** Thrift's binary protocol. */
final class ScroogeBinary extends Scrooge("scrooge-binary", () => new TBinaryProtocol.Factory)

/** Thrift's compact protocol. */
final class ScroogeCompact extends Scrooge("scrooge-compact", () => new TCompactProtocol.Factory)

private object Scrooge {
  private val InitialBytes = 1024

  /** What is written into and read from, shared by all payload types: measuring has one thread. */
  final class Transports(protocols: TProtocolFactory) {
    private val output = TReusableMemoryTransport(InitialBytes)
    private val outputProtocol = protocols.getProtocol(output)
    private val input = new TMemoryInputTransport
    private val inputProtocol = protocols.getProtocol(input)

    def write(m: ThriftStruct): Array[Byte] = {
      output.reset()
      outputProtocol.reset()
      m.write(outputProtocol)
      java.util.Arrays.copyOf(output.getArray(), output.numWrittenBytes)
    }

    def reading(bytes: Array[Byte]): TProtocol = {
      input.reset(bytes)
      inputProtocol.reset()
      inputProtocol
    }
  }

  final class Bound(message: ScroogeType, transports: Transports) extends ConvertingCoder {
    override def build(root: AnyRef): ThriftStruct = message.build(root)

    override def write(m: AnyRef): Array[Byte] = transports.write(m.asInstanceOf[ThriftStruct])

    override def parse(bytes: Array[Byte]): ThriftStruct = message.decode(transports.reading(bytes))

    override def unbuild(m: AnyRef): AnyRef = message.unbuild(m.asInstanceOf[ThriftStruct])
  }
}
