package wirelab.codec;

import java.nio.charset.StandardCharsets;
import scala.pickling.Pickler;
import scala.pickling.Unpickler;
import scala.pickling.functions;
import scala.pickling.json.JSONPickle;
import scala.pickling.json.JSONPickleFormat;
import wirelab.types.ScalaMessageType;
import wirelab.types.Types;

/** Scala Pickling's JSON: a String, which becomes UTF-8. */
public final class PicklingJson implements Codec {
  @Override
  public String name() {
    return "scala-pickling-json";
  }

  @Override
  public String version() {
    return Pickling.version();
  }

  @Override
  public Coders open(Types types, Parameters parameters) {
    JSONPickleFormat format = new JSONPickleFormat();
    return type -> Bound.of(format, (ScalaMessageType) type);
  }

  private record Bound(
      JSONPickleFormat format, Pickler<Object> pickler, Unpickler<Object> unpickler)
      implements Coder {
    static Bound of(JSONPickleFormat format, ScalaMessageType type) {
      return new Bound(format, Pickling.pickler(type), Pickling.unpickler(type));
    }

    @Override
    public byte[] encode(Object root) {
      JSONPickle pickle = (JSONPickle) functions.pickle(root, format, pickler);
      return pickle.value().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public Object decode(byte[] bytes) {
      JSONPickle pickle = new JSONPickle(new String(bytes, StandardCharsets.UTF_8));
      return functions.unpickle(pickle, unpickler, format);
    }
  }
}
