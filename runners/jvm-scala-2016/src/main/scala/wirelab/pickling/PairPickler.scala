package wirelab.pickling

import scala.pickling.{FastTypeTag, PBuilder, PReader, Pickler, Unpickler}

/**
 * A pickler of a map's entries whose key and value are both primitive. The macro compares classes and knows
 * `Tuple2` alone, where Scala makes one of its specialized subclasses.
 */
final class PairPickler[K, V](override val tag: FastTypeTag[(K, V)])(implicit
    key: Pickler[K] with Unpickler[K],
    value: Pickler[V] with Unpickler[V]
) extends Pickler[(K, V)]
    with Unpickler[(K, V)] {
  override def pickle(picklee: (K, V), builder: PBuilder): Unit = {
    builder.beginEntry(picklee)
    put(builder, "_1", key, picklee._1)
    put(builder, "_2", value, picklee._2)
    builder.endEntry()
  }

  override def unpickle(tag: String, reader: PReader): Any = (get(reader, "_1", key), get(reader, "_2", value))

  private def put[T](builder: PBuilder, name: String, pickler: Pickler[T], part: T): Unit =
    builder.putField(
      name,
      b => {
        b.hintTag(pickler.tag)
        b.hintStaticallyElidedType()
        pickler.pickle(part, b)
      }
    )

  private def get[T](reader: PReader, name: String, unpickler: Unpickler[T]): T = {
    val field = reader.readField(name)
    field.hintTag(unpickler.tag)
    field.hintStaticallyElidedType()
    val part = unpickler.unpickle(field.beginEntry(), field).asInstanceOf[T]
    field.endEntry()
    part
  }
}
