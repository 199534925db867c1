package wirelab.types

import scalapb.GeneratedMessage

/** A payload's type as ScalaPB's generated case class, and the conversions between it and the domain class. */
trait ScalapbType {

  /** From the domain class. */
  def build(x: AnyRef): GeneratedMessage

  /** From bytes. */
  def parse(bytes: Array[Byte]): GeneratedMessage

  /** To the domain class. */
  def unbuild(m: GeneratedMessage): AnyRef
}
