package wirelab.codec;

import jakarta.xml.bind.JAXBException;
import java.util.Map;
import org.eclipse.persistence.jaxb.XMLBindingContextFactory;
import wirelab.types.Types;

/** XML by EclipseLink MOXy. */
public final class JaxbMoxy implements Codec {
  @Override
  public CodecInfo info() {
    return Jaxb.info(
        "jaxb-moxy",
        "EclipseLink MOXy",
        Versions.of("org.eclipse.persistence.moxy"),
        "https://eclipse.dev/eclipselink/documentation/4.0/moxy/moxy.html",
        Jaxb.PARSER.tuned("woodstox"));
  }

  @Override
  public Coders open(Types types, Parameters parameters) throws JAXBException {
    return Jaxb.open(
        classes -> new XMLBindingContextFactory().createContext(classes, Map.of()),
        types,
        parameters);
  }
}
