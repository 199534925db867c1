package wirelab.codec;

import jakarta.xml.bind.JAXBException;
import java.util.Map;
import org.glassfish.jaxb.runtime.v2.JAXBContextFactory;
import wirelab.types.Types;

/** XML by JAXB's reference implementation. */
public final class JaxbRi implements Codec {
  @Override
  public String name() {
    return "jaxb-ri";
  }

  @Override
  public String version() {
    return Versions.of("jaxb-runtime");
  }

  @Override
  public Coders open(Types types, Parameters parameters) throws JAXBException {
    // Named directly, so that it lives beside other implementations.
    return Jaxb.open(
        classes -> new JAXBContextFactory().createContext(classes, Map.of()), types, parameters);
  }
}
