package wirelab.codec

import com.github.plokhotnyuk.jsoniter_scala.core.{readFromArray, writeToArray, JsonValueCodec}
import wirelab.types.{MessageType, ScalaMessageType, Types}

/** JSON by jsoniter-scala: codecs by macro over case classes and sealed traits. */
final class JsoniterScala extends Codec {
  override def info: CodecInfo =
    new CodecInfo(
      "jsoniter-scala",
      "JSON",
      "jsoniter-scala",
      Versions.of("jsoniter-scala-core_2.13"),
      "https://github.com/plokhotnyuk/jsoniter-scala/blob/master/README.md",
      Contract
        .of("case class", Contract.Output.BYTES, Contract.Evolution.NAMES)
        .withHumanReadable()
        .withNotes(JsoniterScala.Notes),
      java.util.List.of(Json.NULLS)
    )

  override def open(types: Types, parameters: Parameters): Coders = {
    val nulls = Json.writesNulls(parameters)
    (messageType: MessageType) =>
      new JsoniterScala.Bound(
        messageType.asInstanceOf[ScalaMessageType].jsoniter(nulls).asInstanceOf[JsonValueCodec[AnyRef]]
      )
  }
}

private object JsoniterScala {
  val Notes: String =
    "UTF-8 to and from arrays, without a String. Empty collections are written, as other libraries do (by default it" +
      " leaves them out). BigInt is decimal text, by a codec of ours. 2.23 is the newest that is to be had for Scala 2.13. A case of a sealed trait is an object with" +
      " one member (no discriminator field). Bytes are base64, by a codec of ours."

  final class Bound(codec: JsonValueCodec[AnyRef]) extends Coder {
    override def encode(root: AnyRef): Array[Byte] = writeToArray(root)(codec)

    override def decode(bytes: Array[Byte]): AnyRef = readFromArray(bytes)(codec)
  }
}
