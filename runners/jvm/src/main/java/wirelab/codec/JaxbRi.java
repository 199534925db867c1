package wirelab.codec;

import jakarta.xml.bind.JAXBException;
import java.util.Map;
import org.glassfish.jaxb.runtime.v2.JAXBContextFactory;
import wirelab.types.Types;

/** XML by JAXB's reference implementation. */
public final class JaxbRi implements Codec {
  @Override
  public CodecInfo info() {
    return Jaxb.info(
        "jaxb-ri",
        "JAXB reference implementation",
        Versions.of("jaxb-runtime"),
        "https://eclipse-ee4j.github.io/jaxb-ri/4.0.5/docs/ch06.html",
        Jaxb.PARSER);
  }

  @Override
  public Coders open(Types types, Parameters parameters) throws JAXBException {
    // Named directly, so that it lives beside other implementations.
    return Jaxb.open(
        classes -> new JAXBContextFactory().createContext(classes, Map.of()), types, parameters);
  }
}
