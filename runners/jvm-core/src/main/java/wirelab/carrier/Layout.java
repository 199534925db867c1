package wirelab.carrier;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import wirelab.data.Carrier;
import wirelab.types.Bindings;
import wirelab.types.ProtobufBindings;
import wirelab.types.ProtobufType;
import wirelab.types.Types;

/** How a workload's objects are messages, and how their columns are rows. */
public final class Layout implements Carrier {
  private static final int DEEPEST = 10_000;

  private final Types types;
  private final ProtobufBindings bindings;
  private final ProtobufType root;
  private final List<ProtobufType> payloads;

  /** The layout of a workload's objects; throws if its types have no bindings. */
  public Layout(Types types) throws ReflectiveOperationException {
    this.types = types;
    bindings = Bindings.rendered(types, ProtobufBindings.class, ProtobufBindings.IMPLEMENTATION);
    root = bindings.of(types.root());
    payloads = types.payloads().stream().map(bindings::of).toList();
  }

  @Override
  public Object read(int type, byte[] message) throws InvalidProtocolBufferException {
    return read(payloads.get(type), message);
  }

  @Override
  public byte[] write(int type, Object object) {
    return payloads.get(type).build(object).toByteArray();
  }

  @Override
  public Object readColumns(byte[] message) throws InvalidProtocolBufferException {
    return read(root, message);
  }

  @Override
  public byte[] writeReplayed(Object sum) {
    return bindings.of(types.replayed()).build(sum).toByteArray();
  }

  private static Object read(ProtobufType type, byte[] message)
      throws InvalidProtocolBufferException {
    CodedInputStream input = CodedInputStream.newInstance(message);
    input.setRecursionLimit(DEEPEST);
    return type.unbuild(type.empty().getParserForType().parseFrom(input));
  }

  @Override
  public Table table() {
    FieldDescriptor payload =
        root.empty().getDescriptorForType().findFieldByName(types.payloadField());
    List<FieldDescriptor> members = payload.getMessageType().getOneofs().get(0).getFields();
    String name = payload.getName();
    Stream<String> own = columns().map(FieldDescriptor::getName);
    return new Table(
        types.workload().replace('-', '_'),
        Stream.concat(own, Stream.of(name + "_type", name + "_digest")).toList(),
        members.stream().map(FieldDescriptor::getNumber).sorted().toList());
  }

  @Override
  public Object[] row(Object columns) {
    Message message = root.build(columns);
    return columns().map(column -> single(message, column)).toArray();
  }

  private Stream<FieldDescriptor> columns() {
    return root.empty().getDescriptorForType().getFields().stream()
        .filter(column -> !column.getName().equals(types.payloadField()))
        .sorted(Comparator.comparingInt(FieldDescriptor::getNumber));
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
}
