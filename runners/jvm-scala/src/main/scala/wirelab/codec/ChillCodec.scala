package wirelab.codec

import com.esotericsoftware.kryo.Kryo
import com.twitter.chill.{KryoPool, ScalaKryoInstantiator}
import wirelab.types.{MessageType, ScalaTypes, Types}

/** Kryo with Chill's serializers for Scala. */
final class ChillCodec extends Codec {
  override def name: String = "chill"

  override def version: String = Versions.of("chill_2.13")

  override def open(types: Types, parameters: Parameters): Coders = {
    val instantiator = new ScalaKryoInstantiator {
      override def newKryo(): com.twitter.chill.KryoBase = {
        val kryo = super.newKryo()
        kryo.setReferences(!parameters.is("references", "off"))
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
