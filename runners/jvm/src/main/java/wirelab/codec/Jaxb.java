package wirelab.codec;

import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import java.io.ByteArrayOutputStream;
import wirelab.types.JavaTypes;
import wirelab.types.MessageType;
import wirelab.types.Types;

/** XML by JAXB, whichever implementation: what the codecs of it share. */
final class Jaxb {
  private Jaxb() {}

  /** Makes the context of one implementation. */
  interface ContextMaker {
    JAXBContext make(Class<?>[] roots) throws JAXBException;
  }

  static Coders open(ContextMaker maker, Types types, Parameters parameters) throws JAXBException {
    boolean formatted = parameters.is("formatted", "true");
    XmlParser parser = XmlParser.named(parameters.get("parser"));
    if (parameters.is("context", "per-call")) {
      return type ->
          rooted(
              new PerCall(() -> maker.make(new Class<?>[] {root(types, type)}), formatted, parser),
              types,
              type);
    }
    Class<?>[] roots =
        types.payloads().stream().map(type -> root(types, type)).toArray(Class<?>[]::new);
    JAXBContext context = maker.make(roots);
    Coder coder =
        parameters.is("marshallers", "per-call")
            ? new PerCall(() -> context, formatted, parser)
            : new Reused(context, formatted, parser);
    return type -> rooted(coder, types, type);
  }

  /** The class of a document's root. */
  private static Class<?> root(Types types, MessageType type) {
    XmlAdapter<?, ?> adapter = ((JavaTypes) types).inXml(type);
    return adapter == null ? type.domainClass() : adapter.getClass().getEnclosingClass();
  }

  @SuppressWarnings("unchecked") // rendered for this very type
  private static Coder rooted(Coder coder, Types types, MessageType type) {
    XmlAdapter<?, ?> adapter = ((JavaTypes) types).inXml(type);
    return adapter == null ? coder : new Held(coder, (XmlAdapter<Object, Object>) adapter);
  }

  /** A list or a map, in an object that can be a root. */
  private record Held(Coder coder, XmlAdapter<Object, Object> adapter) implements Coder {
    @Override
    public byte[] encode(Object root) throws Exception {
      return coder.encode(adapter.marshal(root));
    }

    @Override
    public Object decode(byte[] bytes) throws Exception {
      return adapter.unmarshal(coder.decode(bytes));
    }
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
