package wirelab.pickling

import java.time.{Instant, LocalDate}
import scala.pickling.Defaults.stringPickler
import scala.pickling.{FastTypeTag, PBuilder, PReader, Pickler, Unpickler}

/** Picklers for values that Pickling has none for, written as its own are for `java.util.Date`: a text in a field. */
object LogicalPicklers {
  implicit val instantPickler: Pickler[Instant] with Unpickler[Instant] =
    new TextPickler[Instant](FastTypeTag[Instant], _.toString, Instant.parse(_))

  implicit val localDatePickler: Pickler[LocalDate] with Unpickler[LocalDate] =
    new TextPickler[LocalDate](FastTypeTag[LocalDate], _.toString, LocalDate.parse(_))

  implicit val bigIntPickler: Pickler[BigInt] with Unpickler[BigInt] =
    new TextPickler[BigInt](FastTypeTag[BigInt], _.toString, BigInt(_))

  private final class TextPickler[T](of: FastTypeTag[T], write: T => String, read: String => T)
      extends Pickler[T]
      with Unpickler[T] {
    override def tag: FastTypeTag[T] = of

    override def pickle(picklee: T, builder: PBuilder): Unit = {
      builder.beginEntry(picklee)
      builder.putField(
        "value",
        b => {
          b.hintTag(FastTypeTag.String)
          b.hintStaticallyElidedType()
          stringPickler.pickle(write(picklee), b)
        }
      )
      builder.endEntry()
    }

    override def unpickle(tag: String, reader: PReader): Any = {
      val field = reader.readField("value")
      field.hintTag(FastTypeTag.String)
      field.hintStaticallyElidedType()
      val text = stringPickler.unpickle(field.beginEntry(), field).asInstanceOf[String]
      field.endEntry()
      read(text)
    }
  }
}
