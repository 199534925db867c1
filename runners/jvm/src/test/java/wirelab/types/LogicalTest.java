package wirelab.types;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.protobuf.ByteString;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class LogicalTest {
  @Test
  void uuid() {
    UUID uuid = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
    assertEquals(0x00, Logical.wire(uuid).byteAt(0));
    assertEquals((byte) 0xff, Logical.wire(uuid).byteAt(15));
    assertEquals(uuid, Logical.uuid(Logical.wire(uuid)));
    assertNull(Logical.uuid(ByteString.EMPTY));
    assertThrows(Unrepresentable.class, () -> Logical.uuid(ByteString.copyFrom(new byte[3])));
  }

  @Test
  void bigInteger() {
    assertEquals(ByteString.copyFrom(new byte[1]), Logical.wire(BigInteger.ZERO));
    BigInteger big = BigInteger.ONE.shiftLeft(70).negate();
    assertEquals(big, Logical.bigInteger(Logical.wire(big)));
    assertNull(Logical.bigInteger(Logical.wire((BigInteger) null)));
  }

  @Test
  void date() {
    assertEquals(LocalDate.of(2024, 2, 29), Logical.date("2024-02-29"));
    assertEquals("", Logical.wire((LocalDate) null));
    assertThrows(Unrepresentable.class, () -> Logical.date("2023-02-29"));
  }

  @Test
  void unsigned() {
    assertEquals(-1, Logical.uint32(0xFFFF_FFFFL));
    assertThrows(Unrepresentable.class, () -> Logical.uint32(-1));
    assertThrows(Unrepresentable.class, () -> Logical.uint32(1L << 32));
  }
}
