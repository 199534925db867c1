package wirelab.codec

import com.esotericsoftware.kryo.Kryo
import com.twitter.chill.{KryoPool, ScalaKryoInstantiator}
import wirelab.types.{MessageType, ScalaTypes, Types}

/** Kryo with Chill's serializers for Scala. */
final class ChillCodec extends Codec {
  override def info: CodecInfo =
    new CodecInfo(
      "chill",
      "Kryo 4",
      "Chill",
      Versions.of("chill_2.13"),
      "https://github.com/twitter/chill/blob/develop/README.md",
      Contract
        .of("case class", Contract.Output.BYTES, Contract.Evolution.NONE)
        .withUnsafeMemory()
        .withNotes(ChillCodec.Notes),
      ChillCodec.Parameters
    )

  override def open(types: Types, parameters: Parameters): Coders = {
    val instantiator = new ScalaKryoInstantiator {
      override def newKryo(): com.twitter.chill.KryoBase = {
        val kryo = super.newKryo()
        kryo.setReferences(parameters.is("references", "on"))
        if (parameters.is("registration", "on")) ChillCodec.register(kryo, types.asInstanceOf[ScalaTypes])
        kryo
      }
    }
    val pool = KryoPool.withByteArrayOutputStream(ChillCodec.PoolSize, instantiator)
    if (parameters.is("class", "written")) (_: MessageType) => new ChillCodec.ClassWritten(pool)
    else (messageType: MessageType) => new ChillCodec.ClassKnown(pool, messageType.domainClass)
  }
}

private object ChillCodec {

  /** Measuring has one thread. */
  val PoolSize = 1

  val Notes: String =
    "A KryoPool, reused, with Chill's registrations for Scala's own classes. Objects that occur again are written as" +
      " references and classes of the workload by their names, once an object: both are the library's defaults."

  val Parameters: java.util.List[Parameter] = java.util.List.of(
    Parameter.of(
      "class",
      "the reader knows the object's class (toBytesWithoutClass), or it is written (toBytesWithClass)",
      "known",
      "written"
    ),
    Parameter
      .of(
        "registration",
        "the workload's classes are written by name, or registered in the order of the schema and written by number",
        "off",
        "on"
      )
      .tuned("on"),
    Parameter
      .of("references", "objects that occur again are written as references, which cycles need, or again", "on", "off")
      .tuned("off")
  )

  def register(kryo: Kryo, types: ScalaTypes): Unit = types.domainClasses.foreach { each =>
    val _ = kryo.register(each)
  }

  final class ClassKnown(pool: KryoPool, domainClass: Class[_]) extends Coder {
    override def encode(root: AnyRef): Array[Byte] = pool.toBytesWithoutClass(root)

    override def decode(bytes: Array[Byte]): AnyRef = pool.fromBytes(bytes, domainClass).asInstanceOf[AnyRef]
  }

  final class ClassWritten(pool: KryoPool) extends Coder {
    override def encode(root: AnyRef): Array[Byte] = pool.toBytesWithClass(root)

    override def decode(bytes: Array[Byte]): AnyRef = pool.fromBytes(bytes)
  }
}
