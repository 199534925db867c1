package wirelab.build;

import java.io.File;
import java.io.IOException;
import org.apache.avro.Schema;
import org.apache.avro.SchemaParser;
import org.apache.avro.compiler.specific.SpecificCompiler;
import org.apache.avro.generic.GenericData.StringType;

/** Avro's own compiler, as its Maven plugin calls it: specific records whose text is String. */
public final class GenerateAvro {
  private GenerateAvro() {}

  /**
   * Generates.
   *
   * @param arguments the schema's file, the folder of sources
   */
  public static void main(String[] arguments) throws IOException {
    File definition = new File(arguments[0]);
    Schema schema = new SchemaParser().parse(definition).mainSchema();
    SpecificCompiler compiler = new SpecificCompiler(schema);
    compiler.setStringType(StringType.String);
    compiler.setOutputCharacterEncoding("UTF-8");
    compiler.compileToDestination(definition, new File(arguments[1]));
  }
}
