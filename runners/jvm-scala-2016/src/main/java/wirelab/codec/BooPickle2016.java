package wirelab.codec;

import boopickle.BufferPool;
import boopickle.DecoderSize;
import boopickle.EncoderSize;
import boopickle.PickleState;
import boopickle.Pickler;
import boopickle.UnpickleState;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import wirelab.types.ScalaMessageType;
import wirelab.types.Types;

/** BooPickle as of 2016: picklers by macro over case classes and sealed traits. */
public final class BooPickle2016 implements Codec {
  @Override
  public String name() {
    return "boopickle-2016";
  }

  @Override
  public String version() {
    return Versions.of("boopickle_2.11");
  }

  @Override
  @SuppressWarnings("unchecked") // of the type's own class, which is all that its coder gets
  public Coders open(Types types, Parameters parameters) {
    return type -> new Bound((Pickler<Object>) ((ScalaMessageType) type).boopickle());
  }

  private record Bound(Pickler<Object> pickler) implements Coder {
    @Override
    public byte[] encode(Object root) {
      var encoder = new EncoderSize(EncoderSize.$lessinit$greater$default$1());
      PickleState state = new PickleState(encoder, true, true);
      pickler.pickle(root, state);
      ByteBuffer buffer = state.toByteBuffer();
      byte[] bytes = new byte[buffer.remaining()];
      buffer.get(bytes);
      BufferPool.release(buffer);
      return bytes;
    }

    @Override
    public Object decode(byte[] bytes) {
      ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
      return pickler.unpickle(new UnpickleState(new DecoderSize(buffer), true, true));
    }
  }
}
