package wirelab.codec

import boopickle.{
  BufferPool,
  Decoder,
  DecoderSize,
  DecoderSpeed,
  Encoder,
  EncoderSize,
  EncoderSpeed,
  PickleState,
  Pickler,
  UnpickleState
}
import java.nio.{ByteBuffer, ByteOrder}
import wirelab.types.{MessageType, ScalaMessageType, Types}

/** BooPickle: picklers by macro over case classes and sealed traits. */
final class BooPickleCodec extends Codec {
  override def info: CodecInfo =
    new CodecInfo(
      "boopickle",
      "BooPickle",
      "BooPickle",
      Versions.of("boopickle_2.13"),
      "https://github.com/suzaku-io/boopickle/blob/master/doc/Optimization.md",
      Contract.of("case class", Contract.Output.BYTES, Contract.Evolution.NONE).withNotes(BooPickleCodec.Notes),
      BooPickleCodec.Parameters
    )

  override def open(types: Types, parameters: Parameters): Coders = {
    val deduplication = parameters.is("deduplication", "on")
    (messageType: MessageType) => {
      val pickler = messageType.asInstanceOf[ScalaMessageType].boopickle.asInstanceOf[Pickler[AnyRef]]
      if (parameters.is("strategy", "speed")) {
        new BooPickleCodec.Bound(pickler, () => new EncoderSpeed, new DecoderSpeed(_), deduplication)
      } else {
        new BooPickleCodec.Bound(pickler, () => new EncoderSize, new DecoderSize(_), deduplication)
      }
    }
  }
}

private object BooPickleCodec {
  val Notes: String =
    "A pickle is a ByteBuffer of the library's pool, which is copied into an array and given back (BufferPool.release)." +
      " Instants are milliseconds and dates days, by transformPickler."

  val Parameters: java.util.List[Parameter] = java.util.List.of(
    Parameter
      .of(
        "strategy",
        "integers of variable length, or of fixed: faster, and for one application alone, not for a network" +
          " (SpeedOriented)",
        "size",
        "speed"
      )
      .tuned("speed"),
    Parameter
      .of(
        "deduplication",
        "equal strings and identical objects are written once, or each time",
        "on",
        "off"
      )
      .tuned("off")
  )

  final class Bound(
      pickler: Pickler[AnyRef],
      encoder: () => Encoder,
      decoder: ByteBuffer => Decoder,
      deduplication: Boolean
  ) extends Coder {
    override def encode(root: AnyRef): Array[Byte] = {
      val state = new PickleState(encoder(), deduplication, deduplication)
      pickler.pickle(root)(state)
      val buffer = state.toByteBuffer
      val bytes = new Array[Byte](buffer.remaining)
      buffer.get(bytes)
      BufferPool.release(buffer)
      bytes
    }

    override def decode(bytes: Array[Byte]): AnyRef = {
      val buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN)
      pickler.unpickle(new UnpickleState(decoder(buffer), deduplication, deduplication))
    }
  }
}
