package wirelab.types

/** What the rendered side of a workload gives to Scala's libraries, beside [[Types]]. */
trait ScalaTypes extends Types {

  /** Every class that a value of the domain types can have: case classes and the classes of case objects. */
  def domainClasses: Seq[Class[_]]
}
