package wirelab.codec

import boopickle.Default._
import java.time.{Instant, LocalDate}

/** Picklers of the standard library's classes that BooPickle has none for, as its documentation advises. */
object BoopickleValues {
  implicit val instantPickler: Pickler[Instant] = transformPickler(Instant.ofEpochMilli(_: Long))(_.toEpochMilli)
  implicit val localDatePickler: Pickler[LocalDate] = transformPickler(LocalDate.ofEpochDay(_: Long))(_.toEpochDay)
}
