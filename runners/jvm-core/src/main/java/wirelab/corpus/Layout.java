package wirelab.corpus;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import wirelab.fault.Fault;
import wirelab.types.MessageType;
import wirelab.types.Types;
import wirelab.types.Unrepresentable;

/**
 * How a workload's objects lie in files. A corpus file has a root message a frame; a file of
 * encoded objects has a payload's bytes a frame, behind a frame with the columns where there are
 * such: the root message, with the payload's member set but empty.
 */
public final class Layout {
  private static final int DEEPEST = 10_000;

  private final Types types;
  private final FieldDescriptor field; // holds the payload; null: the root is the payload
  private final List<FieldDescriptor> members; // of the union within, in ascending order of number

  /** The layout of a workload's files. */
  public Layout(Types types) {
    this.types = types;
    if (types.payloadField() == null) {
      field = null;
      members = List.of();
    } else {
      Message empty = com.google.protobuf.Internal.getDefaultInstance(types.root().messageClass());
      field = empty.getDescriptorForType().findFieldByName(types.payloadField());
      members =
          field.getMessageType().getOneofs().get(0).getFields().stream()
              .sorted(Comparator.comparingInt(FieldDescriptor::getNumber))
              .toList();
    }
  }

  /**
   * Reads a corpus file into domain objects that share nothing with those of another reading.
   *
   * @throws Fault workload: it is none, or not of this workload
   */
  public Corpus readCorpus(byte[] file) throws Fault {
    List<byte[]> frames = Frames.read(file);
    Corpus corpus = ofSize(frames.size());
    for (int i = 0; i < corpus.size(); i++) {
      Message root = root(corpus, i, frames.get(i));
      try {
        corpus.payloads()[i] = types.payloads().get(corpus.types()[i]).unbuild(payload(root));
      } catch (Unrepresentable e) {
        throw foreign(i, e);
      }
    }
    return corpus;
  }

  /** The corpus file of domain objects. */
  public byte[] writeCorpus(Corpus corpus) {
    List<byte[]> frames = new ArrayList<>(corpus.size());
    for (int i = 0; i < corpus.size(); i++) {
      MessageType type = types.payloads().get(corpus.types()[i]);
      Message payload = type.build(corpus.payloads()[i]);
      Message root =
          field == null
              ? payload
              : holding(corpus.columns()[i], members.get(corpus.types()[i]), payload);
      frames.add(root.toByteArray());
    }
    return Frames.write(frames);
  }

  /**
   * Reads a file of encoded objects.
   *
   * @throws Fault workload: it is none, or not of this workload
   */
  public Corpus readEncoded(byte[] file) throws Fault {
    List<byte[]> frames = Frames.read(file);
    int each = field == null ? 1 : 2;
    if (frames.size() % each != 0) {
      throw new Fault(Fault.Kind.WORKLOAD, "the file's last columns have no payload behind them");
    }
    Corpus encoded = ofSize(frames.size() / each);
    for (int i = 0; i < encoded.size(); i++) {
      if (field != null) {
        root(encoded, i, frames.get(2 * i));
      }
      encoded.payloads()[i] = frames.get(each * i + each - 1);
    }
    return encoded;
  }

  /** The file of encoded objects. */
  public byte[] writeEncoded(Corpus encoded) {
    List<byte[]> frames = new ArrayList<>();
    for (int i = 0; i < encoded.size(); i++) {
      if (field != null) {
        frames.add(encoded.columns()[i].toByteArray());
      }
      frames.add((byte[]) encoded.payloads()[i]);
    }
    return Frames.write(frames);
  }

  private static Corpus ofSize(int size) {
    return new Corpus(new Object[size], new int[size], new Message[size]);
  }

  /** Reads a root message, and keeps its columns and which type its payload is. */
  private Message root(Corpus corpus, int place, byte[] frame) throws Fault {
    try {
      CodedInputStream input = CodedInputStream.newInstance(frame);
      input.setRecursionLimit(DEEPEST);
      Message root = types.root().parser().parseFrom(input);
      if (field != null) {
        FieldDescriptor member = member(root);
        corpus.types()[place] = members.indexOf(member);
        corpus.columns()[place] = holding(root, member, null);
      }
      return root;
    } catch (InvalidProtocolBufferException | Unrepresentable e) {
      throw foreign(place, e);
    }
  }

  private Message payload(Message root) {
    return field == null ? root : (Message) ((Message) root.getField(field)).getField(member(root));
  }

  private FieldDescriptor member(Message root) {
    Message holder = (Message) root.getField(field);
    FieldDescriptor member = holder.getOneofFieldDescriptor(members.get(0).getContainingOneof());
    if (member == null) {
      String what = "an object without " + types.root().name() + "." + field.getName();
      throw new Unrepresentable(what);
    }
    return member;
  }

  /** A root message with another payload; null for an empty one. */
  private Message holding(Message columns, FieldDescriptor member, Message payload) {
    Message.Builder root = columns.toBuilder();
    Message.Builder holder = root.newBuilderForField(field);
    Message held = payload == null ? holder.newBuilderForField(member).build() : payload;
    return root.setField(field, holder.setField(member, held).build()).build();
  }

  private Fault foreign(int place, Exception cause) {
    String what = "object %d of the file is not of workload '%s': %s";
    String message = what.formatted(place, types.workload(), cause.getMessage());
    return new Fault(Fault.Kind.WORKLOAD, message, cause);
  }
}
