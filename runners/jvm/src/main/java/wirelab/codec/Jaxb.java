package wirelab.codec;

import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Marshaller;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import wirelab.codec.Contract.Evolution;
import wirelab.codec.Contract.Output;
import wirelab.types.MessageType;
import wirelab.types.Types;

/** XML by JAXB, whichever implementation: what the codecs of it share. */
final class Jaxb {
  private static final List<Parameter> PARAMETERS =
      List.of(
          Parameter.of(
              "context", "the JAXBContext is made once, or for each call", "reused", "per-call"),
          Parameter.of(
              "marshallers",
              "marshaller and unmarshaller are kept, one thread's own, or made for each call",
              "reused",
              "per-call"),
          Parameter.of(
              "formatted",
              "all in one line, or indented, an element a line (JAXB_FORMATTED_OUTPUT)",
              "false",
              "true"));

  /** What reads; it is the implementation that tells which reads faster. */
  static final Parameter PARSER =
      Parameter.of(
          "parser",
          "what reads: the parser that the library takes of the JDK, or Woodstox's stream reader, without DTDs",
          "jdk",
          "woodstox");

  private static final String NOTES =
      "Objects are annotated for JAXB. Elements stand for fields, each item of a list is one, absent fields are left"
          + " out. The library itself writes, whatever the parser. Instant and LocalDate are ISO 8601 text, by adapters of"
          + " ours, byte[] is base64.";

  private Jaxb() {}

  /** Makes the context of one implementation. */
  interface ContextMaker {
    JAXBContext make(Class<?>[] roots) throws JAXBException;
  }

  static CodecInfo info(
      String name, String library, String version, String documentation, Parameter parser) {
    List<Parameter> parameters = new ArrayList<>(PARAMETERS);
    parameters.add(parser);
    Contract contract =
        Contract.of("plain Java object", Output.STREAM, Evolution.NAMES)
            .withHumanReadable()
            .withNotes(NOTES);
    return new CodecInfo(
        name, "XML", library, version, documentation, contract, List.copyOf(parameters));
  }

  static Coders open(ContextMaker maker, Types types, Parameters parameters) throws JAXBException {
    boolean formatted = parameters.is("formatted", "true");
    XmlParser parser = XmlParser.named(parameters.get(PARSER.name()));
    if (parameters.is("context", "per-call")) {
      return type ->
          new PerCall(() -> maker.make(new Class<?>[] {type.domainClass()}), formatted, parser);
    }
    Class<?>[] roots =
        types.payloads().stream().map(MessageType::domainClass).toArray(Class<?>[]::new);
    JAXBContext context = maker.make(roots);
    Coder coder =
        parameters.is("marshallers", "per-call")
            ? new PerCall(() -> context, formatted, parser)
            : new Reused(context, formatted, parser);
    return type -> coder;
  }

  private static final class Reused implements Coder {
    private final Marshaller marshaller;
    private final XmlParser.Reader reader;
    private final ByteArrayOutputStream output = new ByteArrayOutputStream();

    Reused(JAXBContext context, boolean formatted, XmlParser parser) throws JAXBException {
      marshaller = marshaller(context, formatted);
      reader = parser.reader(context.createUnmarshaller());
    }

    @Override
    public byte[] encode(Object root) throws JAXBException {
      output.reset();
      marshaller.marshal(root, output);
      return output.toByteArray();
    }

    @Override
    public Object decode(byte[] bytes) throws Exception {
      return reader.read(bytes);
    }
  }

  /** Gives a call its context: a new one, or always the same. */
  private interface ContextOfCall {
    JAXBContext context() throws JAXBException;
  }

  private record PerCall(ContextOfCall call, boolean formatted, XmlParser parser) implements Coder {
    @Override
    public byte[] encode(Object root) throws JAXBException {
      ByteArrayOutputStream output = new ByteArrayOutputStream();
      marshaller(call.context(), formatted).marshal(root, output);
      return output.toByteArray();
    }

    @Override
    public Object decode(byte[] bytes) throws Exception {
      return parser.reader(call.context().createUnmarshaller()).read(bytes);
    }
  }

  private static Marshaller marshaller(JAXBContext context, boolean formatted)
      throws JAXBException {
    Marshaller marshaller = context.createMarshaller();
    marshaller.setProperty(Marshaller.JAXB_FORMATTED_OUTPUT, formatted);
    return marshaller;
  }
}
