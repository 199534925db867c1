package wirelab.build;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.UnknownFieldSet;
import com.google.protobuf.compiler.PluginProtos.CodeGeneratorRequest;
import com.google.protobuf.compiler.PluginProtos.CodeGeneratorResponse;
import java.io.IOException;
import java.io.Reader;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * Runs ScalaPB's generator as of 2016 within this process, with the libraries that it asks for. It
 * has no option for names, and its own can collide: what is in the .proto is renamed before it sees
 * it, which bytes do not show.
 */
final class GenerateScalapb {
  /** Number of ScalaPB's options among protobuf's. */
  private static final int EXTENSION = 1020;

  /** Before the names of messages and enums, so that none is one of Scala's or of ScalaPB's. */
  private static final String PREFIX = "Pb";

  private final Properties names;
  private final Map<String, String> types = new HashMap<>();

  private GenerateScalapb(Properties names) {
    this.names = names;
  }

  /**
   * Generates.
   *
   * @param folder for the sources
   * @param descriptors a FileDescriptorSet
   * @param properties members' names by their full names in the .proto, and Scala's packages by
   *     {@code package.FILE}
   * @param generators the folder of the generator and its libraries
   */
  static void into(Path folder, Path descriptors, Path properties, Path generators)
      throws IOException, ReflectiveOperationException {
    Properties names = new Properties();
    try (Reader reader = Files.newBufferedReader(properties)) {
      names.load(reader);
    }
    FileDescriptorSet set = FileDescriptorSet.parseFrom(Files.readAllBytes(descriptors));
    var response =
        CodeGeneratorResponse.parseFrom(run(generators, new GenerateScalapb(names).request(set)));
    if (response.hasError()) {
      throw new IllegalArgumentException("ScalaPB: " + response.getError());
    }
    for (var file : response.getFileList()) {
      Path target = folder.resolve(file.getName());
      Files.createDirectories(target.getParent());
      Files.writeString(target, file.getContent());
    }
  }

  /** The generator is a program of Scala 2.10: it gets a class loader of its own. */
  private static byte[] run(Path generators, byte[] request)
      throws IOException, ReflectiveOperationException {
    List<URL> jars = new ArrayList<>();
    try (Stream<Path> files = Files.list(generators)) {
      for (Path file : files.sorted().toList()) {
        jars.add(file.toUri().toURL());
      }
    }
    try (var loader =
        new URLClassLoader(jars.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
      Class<?> requests = loader.loadClass(CodeGeneratorRequest.class.getName());
      Class<?> registries = loader.loadClass("com.google.protobuf.ExtensionRegistry");
      Object registry = registries.getMethod("newInstance").invoke(null);
      Class<?> options = loader.loadClass("com.trueaccord.scalapb.Scalapb");
      options.getMethod("registerAllExtensions", registries).invoke(null, registry);
      Method parse = requests.getMethod("parseFrom", byte[].class, registries.getSuperclass());
      Object parsed = parse.invoke(null, request, registry);
      Class<?> generator = loader.loadClass("com.trueaccord.scalapb.compiler.ProtobufGenerator$");
      Method generate = generator.getMethod("handleCodeGeneratorRequest", requests);
      Object response = generate.invoke(generator.getField("MODULE$").get(null), parsed);
      return (byte[]) response.getClass().getMethod("toByteArray").invoke(response);
    }
  }

  private byte[] request(FileDescriptorSet set) {
    List<FileDescriptorProto.Builder> files = new ArrayList<>();
    for (FileDescriptorProto file : set.getFileList()) {
      FileDescriptorProto.Builder builder = file.toBuilder();
      if (names.containsKey("package." + file.getName())) {
        rename(builder);
      }
      files.add(builder);
    }
    var request = CodeGeneratorRequest.newBuilder();
    for (FileDescriptorProto.Builder file : files) {
      file.getMessageTypeBuilderList().forEach(this::referToRenamed);
      request.addProtoFile(file);
      if (names.containsKey("package." + file.getName())) {
        request.addFileToGenerate(file.getName());
      }
    }
    return request.build().toByteArray();
  }

  private void rename(FileDescriptorProto.Builder file) {
    String name = names.getProperty("package." + file.getName());
    String scope = file.getPackage().isEmpty() ? "" : "." + file.getPackage();
    // Not protobuf's own package, some of whose messages ScalaPB takes for what they wrap.
    file.setPackage(name);
    file.getMessageTypeBuilderList().forEach(each -> rename(each, scope, "." + name));
    file.getEnumTypeBuilderList().forEach(each -> rename(each, scope, "." + name));
    UnknownFieldSet options =
        UnknownFieldSet.newBuilder()
            .addField(1, text("wirelab.scalapb." + name)) // package_name
            .addField(2, UnknownFieldSet.Field.newBuilder().addVarint(1).build()) // flat_package
            .build();
    file.setOptions(
        file.getOptions().toBuilder()
            .setUnknownFields(
                UnknownFieldSet.newBuilder()
                    .addField(
                        EXTENSION,
                        UnknownFieldSet.Field.newBuilder()
                            .addLengthDelimited(options.toByteString())
                            .build())
                    .build()));
  }

  private static UnknownFieldSet.Field text(String text) {
    return UnknownFieldSet.Field.newBuilder()
        .addLengthDelimited(ByteString.copyFromUtf8(text))
        .build();
  }

  private void rename(DescriptorProto.Builder message, String scope, String renamedScope) {
    String within = scope + "." + message.getName();
    String renamed = renamedScope + "." + PREFIX + message.getName();
    types.put(within, renamed);
    message.setName(PREFIX + message.getName());
    message.getNestedTypeBuilderList().forEach(each -> rename(each, within, renamed));
    message.getEnumTypeBuilderList().forEach(each -> rename(each, within, renamed));
    for (FieldDescriptorProto.Builder field : message.getFieldBuilderList()) {
      if (field.getProto3Optional()) { // since 2020: to this generator, a union of one
        message.getOneofDeclBuilder(field.getOneofIndex()).setName("o" + field.getNumber());
      }
      field.setName(named(within, field.getName()));
    }
    for (var union : message.getOneofDeclBuilderList()) {
      union.setName(named(within, union.getName()));
    }
    freeOptionalMessages(message);
  }

  /** A message is absent or there without `optional`, too. Unions that protoc adds come last. */
  private static void freeOptionalMessages(DescriptorProto.Builder message) {
    for (int at = message.getOneofDeclCount() - 1; at >= 0; at--) {
      List<FieldDescriptorProto.Builder> behind = new ArrayList<>();
      boolean free = false;
      for (FieldDescriptorProto.Builder field : message.getFieldBuilderList()) {
        if (field.hasOneofIndex() && field.getOneofIndex() > at) {
          behind.add(field);
        } else if (field.getProto3Optional()
            && field.getOneofIndex() == at
            && field.getType() == FieldDescriptorProto.Type.TYPE_MESSAGE) {
          field.clearOneofIndex().clearProto3Optional();
          free = true;
        }
      }
      if (free) {
        message.removeOneofDecl(at);
        behind.forEach(each -> each.setOneofIndex(each.getOneofIndex() - 1));
      }
    }
  }

  private String named(String scope, String name) {
    return names.getProperty(scope.substring(1) + "." + name, name);
  }

  private void rename(EnumDescriptorProto.Builder declared, String scope, String renamedScope) {
    String renamed = PREFIX + declared.getName();
    types.put(scope + "." + declared.getName(), renamedScope + "." + renamed);
    declared.setName(renamed);
    for (int at = 0; at < declared.getValueCount(); at++) {
      declared.getValueBuilder(at).setName(renamed + at); // siblings of those of other enums
    }
  }

  private void referToRenamed(DescriptorProto.Builder message) {
    message.getNestedTypeBuilderList().forEach(this::referToRenamed);
    for (FieldDescriptorProto.Builder field : message.getFieldBuilderList()) {
      if (field.hasTypeName()) {
        field.setTypeName(types.getOrDefault(field.getTypeName(), field.getTypeName()));
      }
    }
  }
}
