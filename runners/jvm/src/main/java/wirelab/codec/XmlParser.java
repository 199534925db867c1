package wirelab.codec;

import com.ctc.wstx.stax.WstxInputFactory;
import jakarta.xml.bind.Unmarshaller;
import java.io.ByteArrayInputStream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamReader;

/** What parses the XML that a JAXB unmarshaller makes objects of. */
@FunctionalInterface
interface XmlParser {
  /** A reader around an unmarshaller. */
  Reader reader(Unmarshaller unmarshaller);

  /** Reads a document. */
  @FunctionalInterface
  interface Reader {
    Object read(byte[] bytes) throws Exception;
  }

  /** The parser of a value of the parameter {@code parser}. */
  static XmlParser named(String name) {
    return name.equals("woodstox") ? woodstox() : jdk();
  }

  private static XmlParser jdk() {
    return unmarshaller -> bytes -> unmarshaller.unmarshal(new ByteArrayInputStream(bytes));
  }

  private static XmlParser woodstox() {
    XMLInputFactory factory = new WstxInputFactory();
    // As the JDK's parsers are set up: a document of strangers names no files.
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    return unmarshaller ->
        bytes -> {
          XMLStreamReader reader = factory.createXMLStreamReader(new ByteArrayInputStream(bytes));
          try {
            return unmarshaller.unmarshal(reader);
          } finally {
            reader.close();
          }
        };
  }
}
