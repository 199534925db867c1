package wirelab.types;

import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import java.util.List;

/** What the rendered side of a workload gives to Java's libraries beyond what every codec needs. */
public interface JavaTypes extends Types {
  /** Every class and enum that a workload's objects are made of, in an order that never changes. */
  List<Class<?>> domainClasses();

  /**
   * What JAXB has for a payload type that is a list or a map: it takes neither as the root. Null
   * for a type that is a class.
   *
   * @param type one of {@link #payloads()}
   */
  default XmlAdapter<?, ?> inXml(MessageType type) {
    return null;
  }

  /**
   * Between a payload type's objects and JSONObject, or JSONArray.
   *
   * @param type one of {@link #payloads()}
   */
  JsonConversion json(MessageType type);
}
