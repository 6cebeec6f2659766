package io.github.rowqueue.behaviour;

import io.github.rowqueue.table.Attempt;
import io.github.rowqueue.table.Generated;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.Json;
import io.github.rowqueue.table.LockedUntil;
import io.github.rowqueue.table.QueueTable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Row mode: a data column of every type of SPEC 1.3, none of which may be null. */
@QueueTable("every_type")
record EveryType(
    @Id @Generated long id,
    @Attempt @Generated int attempt,
    @LockedUntil @Nullable Instant lockedUntil,
    long aLong,
    int anInt,
    short aShort,
    byte aByte,
    boolean aBoolean,
    float aFloat,
    double aDouble,
    char aChar,
    String text,
    BigDecimal decimal,
    BigInteger big,
    UUID uuid,
    byte[] bytes,
    Instant instant,
    OffsetDateTime offsetTime,
    LocalDateTime localTime,
    LocalDate date,
    LocalTime time,
    Colour colour,
    @Json Item item,
    @Json Item[] items,
    @Json Map<String, List<Object>> tree,
    @Generated long filled) {

  enum Colour {
    RED,
    BLUE
  }

  record Item(String name, int pieces) {}

  /** The same, all of which may be null. */
  @QueueTable("every_nullable")
  record Nullables(
      @Id @Generated long id,
      @Attempt @Generated int attempt,
      @LockedUntil @Nullable Instant lockedUntil,
      @Nullable Long aLong,
      @Nullable Integer anInt,
      @Nullable Short aShort,
      @Nullable Byte aByte,
      @Nullable Boolean aBoolean,
      @Nullable Float aFloat,
      @Nullable Double aDouble,
      @Nullable Character aChar,
      @Nullable String text,
      @Nullable BigDecimal decimal,
      @Nullable BigInteger big,
      @Nullable UUID uuid,
      byte @Nullable [] bytes,
      @Nullable Instant instant,
      @Nullable OffsetDateTime offsetTime,
      @Nullable LocalDateTime localTime,
      @Nullable LocalDate date,
      @Nullable LocalTime time,
      @Nullable Colour colour,
      @Json @Nullable Item item,
      @Json Item @Nullable [] items,
      @Json @Nullable Map<String, List<Object>> tree) {

    static Nullables empty() {
      return new Nullables(
          0, 0, null, null, null, null, null, null, null, null, null, null, null, null, null, null,
          null, null, null, null, null, null, null, null, null);
    }
  }

  /** What only PostgreSQL and H2 keep. */
  @QueueTable("every_array")
  record Arrays(
      @Id @Generated long id,
      @Attempt @Generated int attempt,
      @LockedUntil @Nullable Instant lockedUntil,
      long[] longs,
      int[] ints,
      short[] shorts,
      boolean[] flags,
      double[] doubles,
      float[] floats,
      @Nullable Integer[] boxes,
      @Nullable String[] texts,
      BigDecimal[] decimals,
      UUID[] uuids,
      String @Nullable [] none) {}
}
