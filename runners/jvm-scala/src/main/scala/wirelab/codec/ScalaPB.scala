package wirelab.codec

import scalapb.GeneratedMessage
import wirelab.types.{MessageType, ScalaMessageType, ScalapbType, Types}

/** Protocol Buffers by ScalaPB: domain objects to and from its generated case classes. */
final class ScalaPB extends Codec {
  override def name: String = "scalapb"

  override def version: String = Versions.of("scalapb-runtime_2.13")

  override def open(types: Types, parameters: Parameters): Coders = { (messageType: MessageType) =>
    new ScalaPB.Bound(messageType.asInstanceOf[ScalaMessageType].scalapb)
  }
}

private object ScalaPB {
  final class Bound(message: ScalapbType) extends ConvertingCoder {
    override def build(root: AnyRef): GeneratedMessage = message.build(root)

    override def write(m: AnyRef): Array[Byte] = m.asInstanceOf[GeneratedMessage].toByteArray

    override def parse(bytes: Array[Byte]): GeneratedMessage = message.parse(bytes)

    override def unbuild(m: AnyRef): AnyRef = message.unbuild(m.asInstanceOf[GeneratedMessage])
  }
}
