package wirelab.codec

import boopickle.{DecoderSize, DecoderSpeed, EncoderSize, EncoderSpeed, PickleState, Pickler, UnpickleState}
import java.nio.{ByteBuffer, ByteOrder}
import wirelab.types.{MessageType, ScalaMessageType, Types}

/** BooPickle: picklers by macro over case classes and sealed traits. */
final class BooPickleCodec extends Codec {
  override def info: CodecInfo =
    new CodecInfo(
      "boopickle",
      "BooPickle",
      "BooPickle",
      Versions.of("boopickle"),
      Contract.of("Scala case class", Contract.Output.BYTES, Contract.Evolution.NONE).withNotes(BooPickleCodec.Notes),
      java.util.List.of(BooPickleCodec.Strategy)
    )

  override def open(types: Types, parameters: Parameters): Coders = {
    val speed = parameters.is("strategy", "speed")
    (messageType: MessageType) => {
      val pickler = messageType.asInstanceOf[ScalaMessageType].boopickle.asInstanceOf[Pickler[AnyRef]]
      if (speed) new BooPickleCodec.Speed(pickler) else new BooPickleCodec.Size(pickler)
    }
  }
}

private object BooPickleCodec {
  val Notes: String =
    "A pickle is a ByteBuffer, copied into an array. Instants are milliseconds and dates days, by transformPickler." +
      " Equal strings and identical objects are written once unless for speed."

  val Strategy = new Parameter(
    "strategy",
    "integers of variable length and repetitions written once (the library's default), or fixed length and no looking" +
      " for repetitions (SpeedOriented)",
    java.util.List.of("size", "speed")
  )

  final class Size(pickler: Pickler[AnyRef]) extends Coder {
    override def encode(root: AnyRef): Array[Byte] =
      pickled(pickler, root, new PickleState(new EncoderSize, true, true))

    override def decode(bytes: Array[Byte]): AnyRef =
      pickler.unpickle(new UnpickleState(new DecoderSize(littleEndian(bytes)), true, true))
  }

  final class Speed(pickler: Pickler[AnyRef]) extends Coder {
    override def encode(root: AnyRef): Array[Byte] =
      pickled(pickler, root, new PickleState(new EncoderSpeed, false, false))

    override def decode(bytes: Array[Byte]): AnyRef =
      pickler.unpickle(new UnpickleState(new DecoderSpeed(littleEndian(bytes)), false, false))
  }

  private def pickled(pickler: Pickler[AnyRef], root: AnyRef, state: PickleState): Array[Byte] = {
    pickler.pickle(root)(state)
    val buffer = state.toByteBuffer
    val bytes = new Array[Byte](buffer.remaining)
    buffer.get(bytes)
    bytes
  }

  private def littleEndian(bytes: Array[Byte]): ByteBuffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN)
}
