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
  override def name: String = "boopickle"

  override def version: String = Versions.of("boopickle_2.13")

  override def open(types: Types, parameters: Parameters): Coders = {
    val deduplication = !parameters.is("deduplication", "off")
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
