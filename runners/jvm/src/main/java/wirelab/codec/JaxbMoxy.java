package wirelab.codec;

import jakarta.xml.bind.JAXBException;
import java.util.Map;
import org.eclipse.persistence.jaxb.XMLBindingContextFactory;
import wirelab.types.Types;

/** XML by EclipseLink MOXy. */
final class JaxbMoxy implements Codec {
  @Override
  public CodecInfo info() {
    return Jaxb.info("jaxb-moxy", "EclipseLink MOXy", Versions.of("jaxb-moxy"));
  }

  @Override
  public Coder open(Types types, Parameters parameters) throws JAXBException {
    return Jaxb.open(
        root -> new XMLBindingContextFactory().createContext(new Class<?>[] {root}, Map.of()),
        types,
        parameters);
  }
}
