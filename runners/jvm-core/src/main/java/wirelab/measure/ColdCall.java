package wirelab.measure;

import wirelab.data.Copy;
import wirelab.types.Types;

/**
 * A codec's first call: it opens the codec, then works on one copy. Without lambdas: the first of
 * them would cost what no codec asks for.
 *
 * @param serialize whether it serializes; otherwise it deserializes
 * @param input domain objects, or what {@code serialize} gave in another process
 */
public record ColdCall(Subject subject, Types types, boolean serialize, Copy input)
    implements Calls {
  @Override
  public int run(int next, int calls, Sink sink) throws Exception {
    subject.open(types);
    Object[] objects = input.objects();
    for (int i = 0; i < objects.length; i++) {
      int type = input.types()[i];
      if (serialize) {
        sink.take(subject.encode(type, objects[i]));
      } else {
        sink.keep(subject.decode(type, objects[i]));
      }
    }
    return next;
  }
}
