package wirelab.types;

import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import java.util.Base64;

/** Bytes in XML as base64, for elements of a list: by itself, MOXy reads an empty one as null. */
public final class Base64XmlAdapter extends XmlAdapter<String, byte[]> {
  @Override
  public byte[] unmarshal(String text) {
    return text == null ? null : Base64.getDecoder().decode(text);
  }

  @Override
  public String marshal(byte[] bytes) {
    return bytes == null ? null : Base64.getEncoder().encodeToString(bytes);
  }
}
