package wirelab.codec

import com.fasterxml.jackson.annotation.JsonInclude
import com.fasterxml.jackson.databind.json.JsonMapper
import com.fasterxml.jackson.databind.{ObjectReader, ObjectWriter, SerializationFeature}
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule
import com.fasterxml.jackson.module.scala.DefaultScalaModule
import wirelab.types.{MessageType, Types}

/** JSON by Jackson with its Scala module: reflection over case classes. */
final class JacksonScala extends Codec {
  override def info: CodecInfo =
    new CodecInfo(
      "jackson-scala",
      "JSON",
      "Jackson with jackson-module-scala",
      Versions.of("jackson"),
      Contract
        .of("Scala case class", Contract.Output.BYTES, Contract.Evolution.NAMES)
        .withHumanReadable()
        .withNotes(JacksonScala.Notes),
      java.util.List.of()
    )

  override def open(types: Types, parameters: Parameters): Coders = {
    val mapper = JsonMapper
      .builder()
      .addModule(DefaultScalaModule)
      .addModule(new JavaTimeModule)
      .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
      .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
      .defaultPropertyInclusion(JsonInclude.Value.construct(JsonInclude.Include.NON_ABSENT, JsonInclude.Include.NON_ABSENT))
      .build()
    (messageType: MessageType) =>
      new JacksonScala.Bound(mapper.writerFor(messageType.domainClass), mapper.readerFor(messageType.domainClass))
  }
}

private object JacksonScala {
  val Notes: String =
    "One JsonMapper, reused. Dates are ISO 8601, absent options are left out, bytes are base64. Sealed traits and" +
      " primitive types within generic ones are annotated in the domain types, as the module's documentation advises."

  final class Bound(writer: ObjectWriter, reader: ObjectReader) extends Coder {
    override def encode(root: AnyRef): Array[Byte] = writer.writeValueAsBytes(root)

    override def decode(bytes: Array[Byte]): AnyRef = reader.readValue[AnyRef](bytes)
  }
}
