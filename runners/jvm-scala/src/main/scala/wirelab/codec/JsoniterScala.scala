package wirelab.codec

import com.github.plokhotnyuk.jsoniter_scala.core.{readFromArray, writeToArray, JsonValueCodec}
import wirelab.types.{MessageType, ScalaMessageType, Types}

/** JSON by jsoniter-scala: codecs by macro over case classes and sealed traits. */
final class JsoniterScala extends Codec {
  override def name: String = "jsoniter-scala"

  override def version: String = Versions.of("jsoniter-scala-core_2.13")

  override def open(types: Types, parameters: Parameters): Coders = {
    val nulls = parameters.is("nulls", "written")
    (messageType: MessageType) =>
      new JsoniterScala.Bound(
        messageType.asInstanceOf[ScalaMessageType].jsoniter(nulls).asInstanceOf[JsonValueCodec[AnyRef]]
      )
  }
}

private object JsoniterScala {
  final class Bound(codec: JsonValueCodec[AnyRef]) extends Coder {
    override def encode(root: AnyRef): Array[Byte] = writeToArray(root)(codec)

    override def decode(bytes: Array[Byte]): AnyRef = readFromArray(bytes)(codec)
  }
}
