package wirelab.types;

import jakarta.xml.bind.annotation.adapters.XmlAdapter;

/** A number in XML that may have a fraction; JAXB has no mapping of its own for a Number. */
public final class NumberXmlAdapter extends XmlAdapter<String, Number> {
  @Override
  public Number unmarshal(String text) {
    return text == null ? null : Logical.whole(Double.parseDouble(text));
  }

  @Override
  public String marshal(Number number) {
    return number == null ? null : number.toString();
  }
}
