package wirelab.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.dataformat.cbor.CBORGenerator;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.UUID;

/**
 * What CBOR has tags for (RFC 8949, and 37 of its registry), which Jackson reads but does not
 * write.
 */
final class CborTags {
  private static final int DATE_AND_TIME = 0;
  private static final int UUID_BYTES = 37;
  private static final int BYTES_OF_UUID = 16;

  private CborTags() {}

  /**
   * Serializers that write tags.
   *
   * @param instants whether instants are text, which has a tag
   */
  static Module module(boolean instants) {
    SimpleModule module = new SimpleModule("tags");
    module.addSerializer(UUID.class, serializer(CborTags::write));
    module.addSerializer(BigInteger.class, serializer(CborTags::write));
    if (instants) {
      module.addSerializer(Instant.class, serializer(CborTags::write));
    }
    return module;
  }

  private static void write(UUID value, CBORGenerator output) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(BYTES_OF_UUID);
    bytes.putLong(value.getMostSignificantBits()).putLong(value.getLeastSignificantBits());
    output.writeTag(UUID_BYTES);
    output.writeBinary(bytes.array());
  }

  private static void write(Instant value, CBORGenerator output) throws IOException {
    output.writeTag(DATE_AND_TIME);
    output.writeString(value.toString());
  }

  private static void write(BigInteger value, CBORGenerator output) throws IOException {
    if (value.bitLength() < Long.SIZE) {
      output.writeNumber(value.longValue());
    } else if (value.signum() > 0 && value.bitLength() == Long.SIZE) {
      output.writeNumberUnsigned(value.longValue());
    } else {
      output.writeNumber(value);
    }
  }

  private interface Write<T> {
    void write(T value, CBORGenerator output) throws IOException;
  }

  private static <T> JsonSerializer<T> serializer(Write<T> write) {
    return new JsonSerializer<>() {
      @Override
      public void serialize(T value, JsonGenerator output, SerializerProvider provider)
          throws IOException {
        write.write(value, (CBORGenerator) output);
      }
    };
  }
}
