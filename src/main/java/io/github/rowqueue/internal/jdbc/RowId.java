package io.github.rowqueue.internal.jdbc;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.UUID;

/**
 * A row's id exactly as the driver gave it, so that a row can be settled whose id the service's
 * class cannot hold (SPEC 1.3). Equal ids are equal whatever width of integer the driver chose,
 * which varies per row on SQLite.
 */
public final class RowId {

  private final Object raw;
  private final Object key;

  private RowId(Object raw, Object key) {
    this.raw = raw;
    this.key = key;
  }

  /** The id {@code raw}. */
  public static RowId of(Object raw) {
    if (raw instanceof byte[] bytes) {
      return new RowId(raw, ByteBuffer.wrap(bytes));
    }
    boolean integer = raw instanceof Integer || raw instanceof Short || raw instanceof Byte;
    return new RowId(raw, integer ? ((Number) raw).longValue() : raw);
  }

  /** The value to bind. */
  public Object raw() {
    return raw;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RowId that && key.equals(that.key);
  }

  @Override
  public int hashCode() {
    return key.hashCode();
  }

  /** The id as messages show it; 16 bytes as the UUID they most likely are. */
  @Override
  public String toString() {
    if (!(raw instanceof byte[] bytes)) {
      return raw.toString();
    }
    if (bytes.length != 16) {
      return "0x" + HexFormat.of().formatHex(bytes);
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return new UUID(buffer.getLong(), buffer.getLong()).toString();
  }
}
