package wirelab.types;

import kotlinx.serialization.KSerializer;

/** What the rendered side of a workload gives for Kotlin: serializers of its payloads, too. */
public interface KotlinTypes extends Types {
  /** What kotlinx.serialization reads and writes a payload type with. */
  KSerializer<?> serializer(MessageType type);
}
