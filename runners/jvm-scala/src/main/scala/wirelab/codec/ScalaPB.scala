package wirelab.codec

import scalapb.GeneratedMessage
import wirelab.types.{MessageType, ScalaMessageType, ScalapbType, Types}

/** Protocol Buffers by ScalaPB: domain objects to and from its generated case classes. */
final class ScalaPB extends Codec {
  override def info: CodecInfo =
    new CodecInfo(
      "scalapb",
      "Protocol Buffers",
      "ScalaPB",
      Versions.of("scalapb-runtime_2.13"),
      "https://scalapb.github.io/docs/generated-code",
      Contract
        .of("case class", Contract.Output.BYTES, Contract.Evolution.NUMBERS)
        .withConversion()
        .withNotes(ScalaPB.Notes),
      java.util.List.of()
    )

  override def open(types: Types, parameters: Parameters): Coders = { (messageType: MessageType) =>
    new ScalaPB.Bound(messageType.asInstanceOf[ScalaMessageType].scalapb)
  }
}

private object ScalaPB {
  val Notes: String =
    "Generated without lenses. uint32 is a Long in the domain type, uint64 a Long by its bits. `write` on its own works" +
      " on messages that remember their sizes from the first write on. Messages nested deeper than 100 are refused by" +
      " the library."

  final class Bound(message: ScalapbType) extends ConvertingCoder {
    override def build(root: AnyRef): GeneratedMessage = message.build(root)

    override def write(m: AnyRef): Array[Byte] = m.asInstanceOf[GeneratedMessage].toByteArray

    override def parse(bytes: Array[Byte]): GeneratedMessage = message.parse(bytes)

    override def unbuild(m: AnyRef): AnyRef = message.unbuild(m.asInstanceOf[GeneratedMessage])
  }
}
