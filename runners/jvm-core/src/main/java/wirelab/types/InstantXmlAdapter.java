package wirelab.types;

import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import java.time.Instant;

/** An Instant in XML, as ISO 8601; JAXB has no mapping of its own. */
public final class InstantXmlAdapter extends XmlAdapter<String, Instant> {
  @Override
  public Instant unmarshal(String text) {
    return text == null ? null : Instant.parse(text);
  }

  @Override
  public String marshal(Instant instant) {
    return instant == null ? null : instant.toString();
  }
}
