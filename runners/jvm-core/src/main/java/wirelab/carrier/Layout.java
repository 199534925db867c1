package wirelab.carrier;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import wirelab.corpus.Carrier;
import wirelab.corpus.Corpus;
import wirelab.corpus.Difference;
import wirelab.corpus.Table;
import wirelab.fault.Fault;
import wirelab.types.Bindings;
import wirelab.types.ProtobufBindings;
import wirelab.types.ProtobufType;
import wirelab.types.Types;
import wirelab.types.Unrepresentable;

/**
 * How a workload's objects lie in files. A corpus file has a root message a frame; a file of
 * encoded objects has a payload's bytes a frame, behind a frame with the columns where there are
 * such: the root message, with the payload's member set but empty.
 */
public final class Layout implements Carrier {
  private static final int DEEPEST = 10_000;

  private final Types types;
  private final ProtobufBindings bindings;
  private final ProtobufType root;
  private final List<ProtobufType> payloads;
  private final FieldDescriptor field; // holds the payload; null: the root is the payload
  private final List<FieldDescriptor> members; // of the union within, in ascending order of number

  /**
   * The layout of a workload's files.
   *
   * @throws ReflectiveOperationException if the types have no bindings
   */
  public Layout(Types types) throws ReflectiveOperationException {
    this.types = types;
    bindings = Bindings.rendered(types, ProtobufBindings.class, ProtobufBindings.IMPLEMENTATION);
    root = bindings.of(types.root());
    payloads = types.payloads().stream().map(bindings::of).toList();
    if (types.payloadField() == null) {
      field = null;
      members = List.of();
    } else {
      field = root.empty().getDescriptorForType().findFieldByName(types.payloadField());
      members =
          field.getMessageType().getOneofs().get(0).getFields().stream()
              .sorted(Comparator.comparingInt(FieldDescriptor::getNumber))
              .toList();
    }
  }

  @Override
  public Corpus readCorpus(byte[] file) throws Fault {
    List<byte[]> frames = Frames.read(file);
    Corpus corpus = ofSize(frames.size());
    for (int i = 0; i < corpus.size(); i++) {
      Message message = root(corpus, i, frames.get(i));
      try {
        corpus.payloads()[i] = payloads.get(corpus.types()[i]).unbuild(payload(message));
      } catch (Unrepresentable e) {
        throw foreign(i, e);
      }
    }
    return corpus;
  }

  @Override
  public byte[] writeCorpus(Corpus corpus) {
    List<byte[]> frames = new ArrayList<>(corpus.size());
    for (int i = 0; i < corpus.size(); i++) {
      int type = corpus.types()[i];
      Message payload = payloads.get(type).build(corpus.payloads()[i]);
      Message message =
          field == null
              ? payload
              : holding(root.build(corpus.columns()[i]), members.get(type), payload);
      frames.add(message.toByteArray());
    }
    return Frames.write(frames);
  }

  @Override
  public byte[] writeReplayed(Object sum) {
    return Frames.write(List.of(bindings.of(types.replayed()).build(sum).toByteArray()));
  }

  @Override
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

  @Override
  public byte[] writeEncoded(Corpus encoded) {
    List<byte[]> frames = new ArrayList<>();
    for (int i = 0; i < encoded.size(); i++) {
      if (field != null) {
        frames.add(root.build(encoded.columns()[i]).toByteArray());
      }
      frames.add((byte[]) encoded.payloads()[i]);
    }
    return Frames.write(frames);
  }

  @Override
  public Table table() throws Fault {
    Fault.require(field != null, "workload '" + types.workload() + "' has no columns for a table");
    List<String> columns = new ArrayList<>();
    for (FieldDescriptor column : columns()) {
      boolean single = !column.isRepeated() && column.getJavaType() != JavaType.MESSAGE;
      Fault.require(single, "column '" + column.getName() + "' of a table is not a single value");
      columns.add(column.getName());
    }
    return new Table(
        types.workload().replace('-', '_'),
        columns,
        field.getName() + "_type",
        field.getName() + "_digest",
        members.stream().map(FieldDescriptor::getNumber).toList());
  }

  @Override
  public Object[] row(Object columns) {
    Message message = root.build(columns);
    return columns().stream().map(column -> single(message, column)).toArray();
  }

  private List<FieldDescriptor> columns() {
    return root.empty().getDescriptorForType().getFields().stream()
        .filter(column -> column != field)
        .sorted(Comparator.comparingInt(FieldDescriptor::getNumber))
        .toList();
  }

  private static Object single(Message message, FieldDescriptor column) {
    if (column.hasPresence() && !message.hasField(column)) {
      return null;
    }
    Object value = message.getField(column);
    return switch (column.getJavaType()) {
      case BYTE_STRING -> ((ByteString) value).toByteArray();
      case ENUM -> ((EnumValueDescriptor) value).getNumber();
      default -> value;
    };
  }

  @Override
  public Optional<Difference> difference(Corpus expected, Corpus actual) {
    for (int i = 0; i < expected.size(); i++) {
      int type = expected.types()[i];
      Optional<Difference> found =
          difference(type, expected.payloads()[i], actual.payloads()[i], "[" + i + "]");
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private Optional<Difference> difference(int type, Object expected, Object actual, String path) {
    Class<?> domain = types.payloads().get(type).domainClass();
    if (!domain.isInstance(actual)) {
      String found = actual == null ? "null" : actual.getClass().getName();
      return Optional.of(new Difference(path, domain.getName(), found));
    }
    Message message;
    try {
      message = payloads.get(type).build(actual);
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      // A null where the domain type has none, an object of another class, a cycle.
      String found = Fault.describe(e) + " at " + e.getStackTrace()[0];
      return Optional.of(new Difference(path, "values of the domain type", found));
    }
    return Comparison.first(path, payloads.get(type).build(expected), message);
  }

  private static Corpus ofSize(int size) {
    return new Corpus(new Object[size], new int[size], new Object[size]);
  }

  /** Reads a root message, and keeps its columns and which type its payload is. */
  private Message root(Corpus corpus, int place, byte[] frame) throws Fault {
    try {
      CodedInputStream input = CodedInputStream.newInstance(frame);
      input.setRecursionLimit(DEEPEST);
      Message message = root.empty().getParserForType().parseFrom(input);
      if (field != null) {
        FieldDescriptor member = member(message);
        corpus.types()[place] = members.indexOf(member);
        corpus.columns()[place] = root.unbuild(holding(message, member, null));
      }
      return message;
    } catch (InvalidProtocolBufferException | Unrepresentable e) {
      throw foreign(place, e);
    }
  }

  private Message payload(Message message) {
    return field == null
        ? message
        : (Message) ((Message) message.getField(field)).getField(member(message));
  }

  private FieldDescriptor member(Message message) {
    Message holder = (Message) message.getField(field);
    FieldDescriptor member = holder.getOneofFieldDescriptor(members.get(0).getContainingOneof());
    if (member == null) {
      String what = "an object without " + types.root().name() + "." + field.getName();
      throw new Unrepresentable(what);
    }
    return member;
  }

  /** A root message with another payload; null for an empty one. */
  private Message holding(Message columns, FieldDescriptor member, Message payload) {
    Message.Builder message = columns.toBuilder();
    Message.Builder holder = message.newBuilderForField(field);
    Message held = payload == null ? holder.newBuilderForField(member).build() : payload;
    return message.setField(field, holder.setField(member, held).build()).build();
  }

  private Fault foreign(int place, Exception cause) {
    String what = "object %d of the file is not of workload '%s': %s";
    String message = what.formatted(place, types.workload(), cause.getMessage());
    return new Fault(Fault.Kind.WORKLOAD, message, cause);
  }
}
