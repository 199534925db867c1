package wirelab.codec;

import java.nio.charset.StandardCharsets;
import kotlin.Unit;
import kotlinx.serialization.KSerializer;
import kotlinx.serialization.json.Json;
import kotlinx.serialization.json.JsonKt;
import wirelab.types.KotlinTypes;
import wirelab.types.Types;

/**
 * JSON by kotlinx.serialization: the serializers that its compiler plugin makes, through a String.
 */
public final class KotlinxJson implements Codec {
  @Override
  public String name() {
    return "kotlinx-json";
  }

  @Override
  public String version() {
    return Versions.of("kotlinx-serialization-json");
  }

  @Override
  @SuppressWarnings("unchecked") // a payload type's serializer is for its own objects
  public Coders open(Types types, Parameters parameters) {
    Json json =
        JsonKt.Json(
            Json.Default,
            builder -> {
              builder.setEncodeDefaults(parameters.is("nulls", "written"));
              builder.setIgnoreUnknownKeys(parameters.is("unknown", "skipped"));
              return Unit.INSTANCE;
            });
    KotlinTypes kotlin = (KotlinTypes) types;
    return type -> new Bound(json, (KSerializer<Object>) kotlin.serializer(type));
  }

  private record Bound(Json json, KSerializer<Object> serializer) implements Coder {
    @Override
    public byte[] encode(Object root) {
      return json.encodeToString(serializer, root).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public Object decode(byte[] bytes) {
      return json.decodeFromString(serializer, new String(bytes, StandardCharsets.UTF_8));
    }
  }
}
