package wirelab.types;

import java.util.List;

/** What the rendered side of a workload gives to Java's libraries beyond what every codec needs. */
public interface JavaTypes extends Types {
  /** Every class and enum that a workload's objects are made of, in an order that never changes. */
  List<Class<?>> domainClasses();

  /**
   * Between a payload type's objects and JSONObject.
   *
   * @param type one of {@link #payloads()}
   */
  JsonConversion json(MessageType type);
}
