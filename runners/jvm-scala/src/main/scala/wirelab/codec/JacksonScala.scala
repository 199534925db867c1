package wirelab.codec

import com.fasterxml.jackson.annotation.{JsonInclude, JsonTypeInfo}
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
      java.util.List.of(JacksonScala.Cases, Json.NULLS)
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
    val named = parameters.is("cases", "named")
    (messageType: MessageType) => {
      val domain = messageType.domainClass
      val own = if (named && JacksonScala.isCase(domain)) JacksonScala.naming(mapper, domain) else mapper
      new JacksonScala.Bound(own.writerFor(domain), own.readerFor(domain))
    }
  }
}

private object JacksonScala {
  val Notes: String =
    "One JsonMapper, reused. Dates are ISO 8601, BigInt is decimal text, bytes are base64. Sealed traits and" +
      " primitive types within generic ones are annotated in the domain types, as the module's documentation advises."

  val Cases = Parameter.of(
    "cases",
    "a case of a sealed trait that is encoded on its own has its fields alone, or names itself in a member `type`" +
      " (as Jackson does where the trait is annotated so)",
    "bare",
    "named"
  )

  /** Whether it is a case of a sealed trait, which the domain types exempt from naming itself. */
  def isCase(domain: Class[_]): Boolean =
    Option(domain.getAnnotation(classOf[JsonTypeInfo])).exists(_.use == JsonTypeInfo.Id.NONE)

  def naming(mapper: JsonMapper, domain: Class[_]): JsonMapper =
    mapper.rebuild().addMixIn(domain, classOf[Named]).build()

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, include = JsonTypeInfo.As.PROPERTY, property = "type")
  trait Named

  final class Bound(writer: ObjectWriter, reader: ObjectReader) extends Coder {
    override def encode(root: AnyRef): Array[Byte] = writer.writeValueAsBytes(root)

    override def decode(bytes: Array[Byte]): AnyRef = reader.readValue[AnyRef](bytes)
  }
}
