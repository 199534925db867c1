package wirelab.sample

/** A domain type like the rendered ones, for the rehearsal. */
final case class Sample(name: String, parts: Vector[Part], tags: Vector[String])

/** A part of it. */
final case class Part(number: Int, name: String, packed: Boolean)
