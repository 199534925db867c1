package wirelab.codec;

import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Marshaller;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.List;
import wirelab.codec.Contract.Evolution;
import wirelab.codec.Contract.Output;
import wirelab.types.MessageType;
import wirelab.types.Types;

/** XML by JAXB, whichever implementation: what the codecs of it share. */
final class Jaxb {
  private static final List<Parameter> PARAMETERS =
      List.of(
          new Parameter(
              "context",
              "the JAXBContext is made once, or for each call",
              List.of("reused", "per-call")),
          new Parameter(
              "formatted",
              "indented, an element a line (JAXB_FORMATTED_OUTPUT), or all in one line",
              List.of("true", "false")));
  private static final String NOTES =
      "A marshaller or unmarshaller is made for each call: they are not thread-safe, and that is how they are meant to be"
          + " used. Elements stand for fields, lists have a wrapper element, output is indented unless asked otherwise.";

  private Jaxb() {}

  /** Makes the context of one implementation. */
  interface ContextMaker {
    JAXBContext make(Class<?>[] roots) throws JAXBException;
  }

  static CodecInfo info(String name, String library, String version) {
    Contract contract =
        Contract.of("annotated Java object", Output.STREAM, Evolution.NAMES)
            .withHumanReadable()
            .withNotes(NOTES);
    return new CodecInfo(name, "XML", library, version, contract, PARAMETERS);
  }

  static Coders open(ContextMaker maker, Types types, Parameters parameters) throws JAXBException {
    boolean formatted = parameters.is("formatted", "true");
    if (parameters.is("context", "per-call")) {
      return type -> new PerCall(maker, new Class<?>[] {type.domainClass()}, formatted);
    }
    Class<?>[] roots =
        types.payloads().stream().map(MessageType::domainClass).toArray(Class<?>[]::new);
    JAXBContext context = maker.make(roots);
    return type -> new Reused(context, formatted);
  }

  private record Reused(JAXBContext context, boolean formatted) implements Coder {
    @Override
    public byte[] encode(Object root) throws JAXBException {
      Marshaller marshaller = context.createMarshaller();
      marshaller.setProperty(Marshaller.JAXB_FORMATTED_OUTPUT, formatted);
      ByteArrayOutputStream output = new ByteArrayOutputStream();
      marshaller.marshal(root, output);
      return output.toByteArray();
    }

    @Override
    public Object decode(byte[] bytes) throws JAXBException {
      return context.createUnmarshaller().unmarshal(new ByteArrayInputStream(bytes));
    }
  }

  private record PerCall(ContextMaker maker, Class<?>[] root, boolean formatted) implements Coder {
    @Override
    public byte[] encode(Object object) throws JAXBException {
      return new Reused(maker.make(root), formatted).encode(object);
    }

    @Override
    public Object decode(byte[] bytes) throws JAXBException {
      return new Reused(maker.make(root), formatted).decode(bytes);
    }
  }
}
