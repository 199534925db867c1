package wirelab.codec

import com.fasterxml.jackson.annotation.JsonInclude
import com.fasterxml.jackson.databind.json.JsonMapper
import com.fasterxml.jackson.databind.module.SimpleModule
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer
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
      Versions.of("jackson-module-scala_2.13"),
      "https://github.com/FasterXML/jackson-module-scala/blob/2.22/README.md",
      Contract
        .of("case class", Contract.Output.BYTES, Contract.Evolution.NAMES)
        .withHumanReadable()
        .withNotes(JacksonScala.Notes),
      java.util.List.of(Json.NULLS)
    )

  override def open(types: Types, parameters: Parameters): Coders = {
    val included = if (Json.writesNulls(parameters)) JsonInclude.Include.ALWAYS else JsonInclude.Include.NON_ABSENT
    val mapper = JsonMapper
      .builder()
      .addModule(DefaultScalaModule)
      .addModule(new JavaTimeModule)
      .addModule(new SimpleModule("text").addSerializer(classOf[BigInt], ToStringSerializer.instance))
      .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
      .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
      .defaultPropertyInclusion(JsonInclude.Value.construct(included, included))
      .build()
    (messageType: MessageType) =>
      new JacksonScala.Bound(mapper.writerFor(messageType.domainClass), mapper.readerFor(messageType.domainClass))
  }
}

private object JacksonScala {
  val Notes: String =
    "One JsonMapper, reused. Dates are ISO 8601, BigInt is decimal text, bytes are base64. Sealed traits and" +
      " primitive types within generic ones are annotated in the domain types, as the module's documentation advises."

  final class Bound(writer: ObjectWriter, reader: ObjectReader) extends Coder {
    override def encode(root: AnyRef): Array[Byte] = writer.writeValueAsBytes(root)

    override def decode(bytes: Array[Byte]): AnyRef = reader.readValue[AnyRef](bytes)
  }
}
