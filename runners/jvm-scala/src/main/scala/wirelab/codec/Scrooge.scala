package wirelab.codec

import com.twitter.scrooge.{TReusableMemoryTransport, ThriftStruct}
import org.apache.thrift.protocol.{TBinaryProtocol, TCompactProtocol, TProtocol, TProtocolFactory}
import org.apache.thrift.transport.TMemoryInputTransport
import wirelab.types.{MessageType, ScalaMessageType, ScroogeType, Types}

/** Thrift by Scrooge: domain objects to and from its generated classes.
  *
  * @param name
  *   the codec's
  * @param format
  *   the protocol
  * @param protocols
  *   asked when the codec is opened, so that nothing loads before
  */
sealed abstract class Scrooge(name: String, format: String, protocols: () => TProtocolFactory) extends Codec {
  override def info: CodecInfo =
    new CodecInfo(
      name,
      format,
      "Scrooge",
      Versions.of("scrooge-core_2.13"),
      "https://twitter.github.io/scrooge/",
      Contract
        .of("case class", Contract.Output.BYTES, Contract.Evolution.NUMBERS)
        .withConversion()
        .withNotes(Scrooge.Notes),
      java.util.List.of()
    )

  override def open(types: Types, parameters: Parameters): Coders = {
    val transports = new Scrooge.Transports(protocols())
    (messageType: MessageType) => new Scrooge.Bound(messageType.asInstanceOf[ScalaMessageType].scrooge, transports)
  }
}

/** Thrift's binary protocol. */
final class ScroogeBinary extends Scrooge("scrooge-binary", "Thrift binary", () => new TBinaryProtocol.Factory)

/** Thrift's compact protocol. */
final class ScroogeCompact extends Scrooge("scrooge-compact", "Thrift compact", () => new TCompactProtocol.Factory)

private object Scrooge {
  val Notes: String =
    "22.7 is the newest whose generator is to be had; Scrooge is made for libthrift 0.10, in its newest version too." +
      " One TReusableMemoryTransport, copied from, and one TMemoryInputTransport, both with their protocols reused." +
      " Binary fields are ByteBuffers around arrays. Thrift has no unsigned numbers (uint32 is an i64, uint64 an i64 by" +
      " its bits) and no float (double)."

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
