package wirelab.build

import com.google.protobuf.DescriptorProtos.{
  DescriptorProto,
  FieldDescriptorProto,
  FileDescriptorProto,
  FileDescriptorSet,
  OneofDescriptorProto
}
import com.google.protobuf.compiler.PluginProtos.{CodeGeneratorRequest, CodeGeneratorResponse}
import com.google.protobuf.{ByteString, UnknownFieldSet}
import java.net.URLClassLoader
import java.nio.file.{Files, Path}
import java.util.Properties
import scala.jdk.CollectionConverters._
import scala.util.Using
import scalapb.options.{FieldOptions, OneofOptions, ScalaPbOptions}

/** Runs ScalaPB's generator, the protoc plugin as it is released, within this process. By ScalaPB's own options it puts
  * messages into packages apart from protobuf-java's, and names members as the domain types do: its own names can
  * collide.
  */
private object GenerateScalapb {

  /** Number of each of ScalaPB's options among protobuf's. */
  private val Extension = 1020

  /** Generates.
    *
    * @param folder
    *   for the sources
    * @param descriptors
    *   a FileDescriptorSet
    * @param names
    *   properties: members' names by their full names in the .proto; packages by `package.FILE`
    * @param plugin
    *   the plugin's jar
    */
  def into(folder: Path, descriptors: Path, names: Path, plugin: Path): Unit = {
    val set = FileDescriptorSet.parseFrom(Files.readAllBytes(descriptors))
    val named = new Properties
    Using.resource(Files.newBufferedReader(names))(named.load(_))
    val files = set.getFileList.asScala.map(new Naming(named).file)
    val request = CodeGeneratorRequest
      .newBuilder()
      .addAllFileToGenerate(files.map(_.getName).filter(name => named.containsKey(s"package.$name")).asJava)
      .addAllProtoFile(files.asJava)
      .build()
    val response = CodeGeneratorResponse.parseFrom(run(plugin, request.toByteArray))
    if (response.hasError) throw new IllegalArgumentException(s"ScalaPB: ${response.getError}")
    response.getFileList.asScala.foreach { file =>
      val target = folder.resolve(file.getName)
      Files.createDirectories(target.getParent)
      Files.writeString(target, file.getContent)
    }
  }

  /** The plugin holds a Scala library and protobuf of its own: it gets a class loader of its own. */
  private def run(plugin: Path, request: Array[Byte]): Array[Byte] =
    Using.resource(new URLClassLoader(Array(plugin.toUri.toURL), ClassLoader.getPlatformClassLoader)) { loader =>
      val generator = loader.loadClass("scalapb.ScalaPbCodeGenerator$").getField("MODULE$").get(null)
      generator.getClass.getMethod("run", classOf[Array[Byte]]).invoke(generator, request).asInstanceOf[Array[Byte]]
    }

  private final class Naming(names: Properties) {
    def file(file: FileDescriptorProto): FileDescriptorProto =
      Option(names.getProperty(s"package.${file.getName}")).fold(file) { name =>
        val options = ScalaPbOptions(
          packageName = Some(s"wirelab.scalapb.$name"),
          flatPackage = Some(true),
          lenses = Some(false),
          noPrimitiveWrappers = Some(true) // domain types have messages for protobuf's wrappers
        )
        val builder = file.toBuilder.setOptions(
          file.getOptions.toBuilder.setUnknownFields(extended(options.toByteArray)).build()
        )
        builder.getMessageTypeBuilderList.forEach(
          message(_, if (file.getPackage.isEmpty) "" else s"${file.getPackage}.")
        )
        builder.build()
      }

    private def message(builder: DescriptorProto.Builder, scope: String): Unit = {
      val within = s"$scope${builder.getName}."
      builder.getFieldBuilderList.forEach(field(_, within))
      builder.getOneofDeclBuilderList.forEach(union(_, within))
      builder.getNestedTypeBuilderList.forEach(message(_, within))
    }

    private def field(builder: FieldDescriptorProto.Builder, scope: String): Unit =
      Option(names.getProperty(scope + builder.getName)).foreach { name =>
        val options = extended(FieldOptions(scalaName = Some(name)).toByteArray)
        builder.getOptionsBuilder.setUnknownFields(options)
      }

    private def union(builder: OneofDescriptorProto.Builder, scope: String): Unit =
      Option(names.getProperty(scope + builder.getName)).foreach { name =>
        val options = extended(OneofOptions(scalaName = Some(name)).toByteArray)
        builder.getOptionsBuilder.setUnknownFields(options)
      }

    private def extended(options: Array[Byte]): UnknownFieldSet = {
      val field = UnknownFieldSet.Field.newBuilder().addLengthDelimited(ByteString.copyFrom(options)).build()
      UnknownFieldSet.newBuilder().addField(Extension, field).build()
    }
  }
}
