package wirelab.types;

import com.google.protobuf.ByteString;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;

/**
 * The logical types of fields: how Java's own classes stand on the wire. The rendered conversions
 * call these; the empty bytes or string of a field without presence is null.
 */
public final class Logical {
  private Logical() {}

  /** Sixteen bytes, most significant first; null for none. */
  public static UUID uuid(ByteString bytes) {
    return bytes.isEmpty() ? null : uuid(bytes.asReadOnlyByteBuffer());
  }

  /** Sixteen bytes from the buffer's position to its limit. */
  public static UUID uuid(ByteBuffer bytes) {
    if (bytes.remaining() != Long.BYTES * 2) {
      throw new Unrepresentable("a UUID has 16 bytes, this one has " + bytes.remaining());
    }
    int start = bytes.position();
    return new UUID(bytes.getLong(start), bytes.getLong(start + Long.BYTES));
  }

  /** The reverse of {@link #uuid(ByteString)}. */
  public static ByteString wire(UUID uuid) {
    return uuid == null ? ByteString.EMPTY : ByteString.copyFrom(bytes(uuid));
  }

  /** The reverse of {@link #uuid(ByteBuffer)}. */
  public static byte[] bytes(UUID uuid) {
    byte[] bytes = new byte[Long.BYTES * 2];
    ByteBuffer.wrap(bytes)
        .putLong(uuid.getMostSignificantBits())
        .putLong(uuid.getLeastSignificantBits());
    return bytes;
  }

  /** A copy of what lies between the buffer's position and its limit. */
  public static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(buffer.position(), bytes);
    return bytes;
  }

  /** Milliseconds since 1970-01-01T00:00:00Z. */
  public static Instant instant(long millis) {
    return Instant.ofEpochMilli(millis);
  }

  /** The reverse of {@link #instant(long)}. */
  public static long wire(Instant instant) {
    return instant.toEpochMilli();
  }

  /** {@code YYYY-MM-DD}; null for the empty string. */
  public static LocalDate date(String text) {
    if (text.isEmpty()) {
      return null;
    }
    try {
      return LocalDate.parse(text);
    } catch (java.time.DateTimeException e) {
      throw new Unrepresentable("'" + text + "' is no date of the form YYYY-MM-DD");
    }
  }

  /** The reverse of {@link #date(String)}. */
  public static String wire(LocalDate date) {
    return date == null ? "" : date.toString();
  }

  /** Two's complement, big-endian; null for no bytes. */
  public static BigInteger bigInteger(ByteString bytes) {
    return bytes.isEmpty() ? null : new BigInteger(bytes.toByteArray());
  }

  /** The reverse of {@link #bigInteger(ByteString)}, minimal. */
  public static ByteString wire(BigInteger number) {
    return number == null ? ByteString.EMPTY : ByteString.copyFrom(number.toByteArray());
  }

  /**
   * An unsigned number of 32 bits, as the domain's long holds it.
   *
   * @throws Unrepresentable if it is not one
   */
  public static int uint32(long number) {
    if (number >>> Integer.SIZE != 0) {
      throw new Unrepresentable(number + " is no unsigned number of 32 bits");
    }
    return (int) number;
  }

  /** A number among which those without a fraction are integers: by itself, one of these. */
  public static Number whole(double number) {
    if (number != Math.rint(number) || Double.isInfinite(number)) {
      return number;
    }
    if (Math.abs(number) < 0x1p63) {
      long integer = (long) number;
      if (integer == (int) integer) {
        return (int) integer;
      }
      return integer;
    }
    return new BigDecimal(number);
  }

  /** A map's value, or an element, that must not be empty. */
  public static <T> T present(T value, String what) {
    if (value == null) {
      throw new Unrepresentable("an empty " + what + " as an element");
    }
    return value;
  }
}
