package wirelab.sample

import com.github.plokhotnyuk.jsoniter_scala.core.JsonValueCodec
import com.github.plokhotnyuk.jsoniter_scala.macros.{CodecMakerConfig, JsonCodecMaker}
import scalapb.GeneratedMessage
import wirelab.build.Rehearsed
import wirelab.types.{MessageType, ScalaMessageType, ScalaTypes, ScalapbType, ScroogeType}

/** [[Sample]] as a workload; a message type that ScalaPB brings stands in for a generated one. */
final class SampleTypes extends ScalaTypes with Rehearsed {
  override def root: MessageType = SampleTypes.Root

  override def domainClasses: Seq[Class[_]] = Vector(classOf[Part], classOf[Sample])

  override def `object`: AnyRef = {
    val parts = Vector.tabulate(3)(at => Part(at + 1, s"part ${at + 1}", at % 2 == 1))
    Sample("sample <&> é", parts, Vector("one", "two"))
  }
}

private object SampleTypes {
  object Root extends ScalaMessageType {
    override def name: String = "Sample"

    override def domainClass: Class[_] = classOf[Sample]

    override def boopickle: _root_.boopickle.Pickler[Sample] = Boopickle.ofSample

    override def jsoniter(nulls: Boolean): JsonValueCodec[Sample] = Jsoniter.ofSample

    override def scalapb: ScalapbType = Scalapb

    override def scrooge: ScroogeType =
      throw new UnsupportedOperationException("no class of Scrooge's is here without its generator")
  }

  private object Boopickle {
    import _root_.boopickle.Default._

    implicit val ofPart: Pickler[Part] = generatePickler[Part]
    val ofSample: Pickler[Sample] = generatePickler[Sample]
  }

  private object Jsoniter {
    val ofSample: JsonValueCodec[Sample] =
      JsonCodecMaker.make(
        CodecMakerConfig.withDiscriminatorFieldName(None).withTransientEmpty(false).withAllowRecursiveTypes(true)
      )
  }

  private object Scalapb extends ScalapbType {
    import com.google.protobuf.`type`.{Field => GeneratedField, Type => GeneratedType}

    override def build(x: AnyRef): GeneratedMessage = {
      val sample = x.asInstanceOf[Sample]
      val fields =
        sample.parts.map(part => GeneratedField(number = part.number, name = part.name, packed = part.packed))
      GeneratedType(name = sample.name, fields = fields, oneofs = sample.tags)
    }

    override def parse(bytes: Array[Byte]): GeneratedMessage = GeneratedType.parseFrom(bytes)

    override def unbuild(m: GeneratedMessage): AnyRef = {
      val message = m.asInstanceOf[GeneratedType]
      val parts = message.fields.iterator.map(part => Part(part.number, part.name, part.packed))
      Sample(message.name, parts.toVector, message.oneofs.toVector)
    }
  }
}
