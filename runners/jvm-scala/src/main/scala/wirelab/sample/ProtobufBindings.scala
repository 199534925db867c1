package wirelab.sample

import com.google.protobuf.{Field, Message, Type}
import scala.jdk.CollectionConverters._
import wirelab.types.{MessageType, ProtobufType}

/** [[Sample]] as a message type that protobuf-java brings, in place of a generated one. */
final class ProtobufBindings extends wirelab.types.ProtobufBindings {
  override def of(messageType: MessageType): ProtobufType = ProtobufBindings.Root
}

private object ProtobufBindings {
  object Root extends ProtobufType {
    override def empty: Message = Type.getDefaultInstance

    override def build(x: AnyRef): Message = {
      val sample = x.asInstanceOf[Sample]
      val builder = Type.newBuilder().setName(sample.name).addAllOneofs(sample.tags.asJava)
      sample.parts.foreach { part =>
        builder.addFields(Field.newBuilder().setNumber(part.number).setName(part.name).setPacked(part.packed))
      }
      builder.build()
    }

    override def unbuild(m: Message): AnyRef = {
      val message = m.asInstanceOf[Type]
      val parts = message.getFieldsList.asScala.iterator.map(part => Part(part.getNumber, part.getName, part.getPacked))
      Sample(message.getName, parts.toVector, message.getOneofsList.asScala.toVector)
    }
  }
}
