package wirelab.pickling

import scala.pickling.internal.currentMirror
import scala.pickling.{FastTypeTag, PBuilder, PReader, Pickler, Unpickler}

/**
 * A pickler of a case object, doing what the macro's does. For `X.type` the macro makes a tag without the package, by
 * which the picklers of sealed traits, made by the same macro, do not know it.
 *
 * @param name the object's full name, with `.type` behind
 */
final class ObjectPickler[T <: AnyRef](of: T, name: String) extends Pickler[T] with Unpickler[T] {
  override val tag: FastTypeTag[T] = FastTypeTag(currentMirror, name).asInstanceOf[FastTypeTag[T]]

  override def pickle(picklee: T, builder: PBuilder): Unit = {
    builder.beginEntry(picklee)
    builder.endEntry()
  }

  override def unpickle(tag: String, reader: PReader): Any = of
}
