package wirelab.build

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters._
import scala.tools.nsc.reporters.ConsoleReporter
import scala.tools.nsc.{Global, Settings}
import scala.util.Using

/** Generates a workload's ScalaPB classes, compiles them with the rendered sources and protoc's Java classes, and packs
  * all. The Scala compiler and the generators are on this process's class path, not on the runner's.
  */
object CompileScalaTypes {

  /** Compiles.
    *
    * @param arguments
    *   the folder of sources, a folder for classes, the jar to make, the FileDescriptorSet, the folder of generators
    */
  def main(arguments: Array[String]): Unit = {
    val sources = Path.of(arguments(0))
    val classes = Path.of(arguments(1))
    GenerateScalapb.into(
      sources,
      Path.of(arguments(3)),
      sources.resolve("scalapb.properties"),
      Path.of(arguments(4)).resolve("protoc-gen-scala.jar")
    )
    Files.createDirectories(classes)
    val compiled = CompileTypes.compile(sources, classes) && compileScala(sources, classes)
    if (!compiled || !CompileTypes.pack(classes, Path.of(arguments(2)))) sys.exit(1)
  }

  private def compileScala(sources: Path, classes: Path): Boolean = {
    val settings = new Settings(System.err.println)
    settings.usejavacp.value = true
    settings.classpath.append(classes.toString)
    settings.outputDirs.setSingleOutput(classes.toString)
    settings.nowarn.value = true
    settings.release.value = "17"
    val reporter = new ConsoleReporter(settings)
    val files =
      Using.resource(Files.walk(sources))(_.iterator.asScala.map(_.toString).filter(_.endsWith(".scala")).toList)
    val compiler = new Global(settings, reporter)
    val run = new compiler.Run
    run.compile(files.sorted)
    !reporter.hasErrors
  }
}
