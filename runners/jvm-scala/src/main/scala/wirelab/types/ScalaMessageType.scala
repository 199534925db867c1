package wirelab.types

import com.github.plokhotnyuk.jsoniter_scala.core.JsonValueCodec

/** A payload's type, with what libraries' macros and generators made for it; each is made when it is first asked for.
  */
trait ScalaMessageType extends MessageType {

  /** BooPickle's pickler of the domain class. */
  def boopickle: _root_.boopickle.Pickler[_ <: AnyRef]

  /** jsoniter-scala's codec of the domain class.
    *
    * @param nulls
    *   whether it writes absent options as null; otherwise it leaves them out
    */
  def jsoniter(nulls: Boolean): JsonValueCodec[_ <: AnyRef]

  /** ScalaPB's message class. */
  def scalapb: ScalapbType

  /** Scrooge's generated class. */
  def scrooge: ScroogeType
}
