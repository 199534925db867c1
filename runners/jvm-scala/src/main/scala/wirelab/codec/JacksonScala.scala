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
  override def name: String = "jackson-scala"

  override def version: String = Versions.of("jackson-module-scala_2.13")

  override def open(types: Types, parameters: Parameters): Coders = {
    val included = if (parameters.is("nulls", "written")) JsonInclude.Include.ALWAYS else JsonInclude.Include.NON_ABSENT
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
