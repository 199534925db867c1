package wirelab.codec

import com.github.plokhotnyuk.jsoniter_scala.core.{JsonReader, JsonValueCodec, JsonWriter}

/** Codecs of the standard library's classes that jsoniter-scala's macro would write otherwise. */
object JsoniterValues {

  /** Bytes as base64; the macro alone makes an array of numbers. */
  implicit val base64: JsonValueCodec[Array[Byte]] = new JsonValueCodec[Array[Byte]] {
    override def decodeValue(in: JsonReader, default: Array[Byte]): Array[Byte] = in.readBase64AsBytes(default)

    override def encodeValue(x: Array[Byte], out: JsonWriter): Unit = out.writeBase64Val(x, doPadding = true)

    override def nullValue: Array[Byte] = Array.emptyByteArray
  }

  /** Integers of any size as decimal text; the macro alone makes numbers, which not every reader of JSON keeps. */
  implicit val decimalText: JsonValueCodec[BigInt] = new JsonValueCodec[BigInt] {
    override def decodeValue(in: JsonReader, default: BigInt): BigInt = in.readStringAsBigInt(default)

    override def encodeValue(x: BigInt, out: JsonWriter): Unit = out.writeValAsString(x)

    override def nullValue: BigInt = null
  }
}
