package wirelab.types;

import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import java.time.LocalDate;

/** A LocalDate in XML, as ISO 8601; JAXB has no mapping of its own. */
public final class LocalDateXmlAdapter extends XmlAdapter<String, LocalDate> {
  @Override
  public LocalDate unmarshal(String text) {
    return text == null ? null : LocalDate.parse(text);
  }

  @Override
  public String marshal(LocalDate date) {
    return date == null ? null : date.toString();
  }
}
