package wirelab.codec;

import scala.pickling.Pickler;
import scala.pickling.Unpickler;
import scala.pickling.binary.BinaryPickle;
import scala.pickling.binary.BinaryPickleArray;
import scala.pickling.binary.BinaryPickleFormat;
import scala.pickling.functions;
import wirelab.types.ScalaMessageType;
import wirelab.types.Types;

/** Scala Pickling's binary format, from and to arrays. */
public final class PicklingBinary implements Codec {
  @Override
  public String name() {
    return "scala-pickling-binary";
  }

  @Override
  public String version() {
    return Pickling.version();
  }

  @Override
  public Coders open(Types types, Parameters parameters) {
    BinaryPickleFormat format = new BinaryPickleFormat();
    return type -> Bound.of(format, (ScalaMessageType) type);
  }

  private record Bound(
      BinaryPickleFormat format, Pickler<Object> pickler, Unpickler<Object> unpickler)
      implements Coder {
    static Bound of(BinaryPickleFormat format, ScalaMessageType type) {
      return new Bound(format, Pickling.pickler(type), Pickling.unpickler(type));
    }

    @Override
    public byte[] encode(Object root) {
      return ((BinaryPickle) functions.pickle(root, format, pickler)).value();
    }

    @Override
    public Object decode(byte[] bytes) {
      return functions.unpickle(new BinaryPickleArray(bytes), unpickler, format);
    }
  }
}
