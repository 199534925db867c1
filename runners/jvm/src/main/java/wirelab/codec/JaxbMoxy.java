package wirelab.codec;

import jakarta.xml.bind.JAXBException;
import java.util.Map;
import org.eclipse.persistence.jaxb.XMLBindingContextFactory;
import wirelab.types.Types;

/** XML by EclipseLink MOXy. */
public final class JaxbMoxy implements Codec {
  @Override
  public String name() {
    return "jaxb-moxy";
  }

  @Override
  public String version() {
    return Versions.of("org.eclipse.persistence.moxy");
  }

  @Override
  public Coders open(Types types, Parameters parameters) throws JAXBException {
    return Jaxb.open(
        classes -> new XMLBindingContextFactory().createContext(classes, Map.of()),
        types,
        parameters);
  }
}
