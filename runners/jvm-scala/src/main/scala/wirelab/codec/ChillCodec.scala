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
      Versions.of("chill"),
      Contract
        .of("Scala case class", Contract.Output.BYTES, Contract.Evolution.NONE)
        .withUnsafeMemory()
        .withNotes(ChillCodec.Notes),
      java.util.List.of(ChillCodec.Registration)
    )

  override def open(types: Types, parameters: Parameters): Coders = {
    val registered = parameters.is("registration", "classes")
    val instantiator = new ScalaKryoInstantiator {
      override def newKryo(): com.twitter.chill.KryoBase = {
        val kryo = super.newKryo()
        if (registered) ChillCodec.register(kryo, types.asInstanceOf[ScalaTypes])
        kryo
      }
    }
    val pool = KryoPool.withByteArrayOutputStream(ChillCodec.PoolSize, instantiator)
    (_: MessageType) => new ChillCodec.Bound(pool)
  }
}

private object ChillCodec {

  /** Measuring has one thread. */
  val PoolSize = 1

  val Notes: String =
    "A KryoPool, reused, with Chill's registrations for Scala's own classes; toBytesWithClass and fromBytes. Not" +
      " registered, a class of the workload is written by its name, once an object."

  val Registration = new Parameter(
    "registration",
    "the workload's classes are written by name (the library's default), or registered in the order of the schema and" +
      " written by number",
    java.util.List.of("none", "classes")
  )

  def register(kryo: Kryo, types: ScalaTypes): Unit = types.domainClasses.foreach { each =>
    val _ = kryo.register(each)
  }

  final class Bound(pool: KryoPool) extends Coder {
    override def encode(root: AnyRef): Array[Byte] = pool.toBytesWithClass(root)

    override def decode(bytes: Array[Byte]): AnyRef = pool.fromBytes(bytes)
  }
}
