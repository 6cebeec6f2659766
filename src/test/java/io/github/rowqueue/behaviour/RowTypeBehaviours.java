package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.behaviour.EveryType.Colour;
import io.github.rowqueue.behaviour.EveryType.Item;
import io.github.rowqueue.error.StartException;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.Table;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.assertj.core.api.RecursiveComparisonAssert;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Rows with a column of every type, read as they were written (B177). */
interface RowTypeBehaviours extends Behaviours {

  @Test
  @DisplayName("B177, B6, SPEC 1.3: every type of a data column is read as it was written")
  default void every_type_of_a_data_column_is_read_as_it_was_written() throws Exception {
    List<String> ddl = queue().dialect().ddl(Table.of(EveryType.class).spec());
    queue()
        .execute(
            ddl.get(0)
                .replaceAll(
                    "(?m)^ *" + Pattern.quote(queue().q("filled")) + " \\w+",
                    "$0 default 42 not null"));
    queue().execute(ddl.subList(1, ddl.size()).toArray(String[]::new));
    List<EveryType> rows =
        List.of(
            row(1, Colour.RED, "plain"),
            row(-1, Colour.BLUE, "ünï 🦀 \\ ' \" \n\t %s {x} ${y}"),
            row(0, Colour.RED, ""),
            greatest());
    List<EveryType> read = published(EveryType.class, rows);
    for (int i = 0; i < rows.size(); i++) {
      same(read.get(i)).as("row %d", i).isEqualTo(rows.get(i));
      assertThat(read.get(i).filled()).isEqualTo(42);
      assertThat(read.get(i).attempt()).isOne();
    }
  }

  private static EveryType row(int sign, Colour colour, String text) {
    Instant moment = Instant.parse("2026-03-29T01:30:00.123Z").plusSeconds(sign * 7_777_777L);
    return new EveryType(
        0,
        0,
        null,
        sign * ((1L << 53) + 1),
        sign * 1_000_000_007,
        (short) (sign * 32_000),
        (byte) (sign * 100),
        sign > 0,
        sign * 0.1f,
        sign * 0.1,
        sign > 0 ? 'é' : '\'',
        text,
        new BigDecimal("12345678901234567890.123456789").multiply(BigDecimal.valueOf(sign)),
        new BigInteger("12345678901234567890123456789").multiply(BigInteger.valueOf(sign)),
        new UUID(sign, Long.MIN_VALUE | 7),
        new byte[] {0, -1, (byte) sign, 'x'},
        moment,
        moment.atOffset(ZoneOffset.UTC),
        LocalDateTime.ofInstant(moment, ZoneOffset.UTC),
        LocalDate.of(2024, 2, 29),
        LocalTime.of(23, 59, 58),
        colour,
        new Item(text, sign),
        new Item[] {new Item("a", 1), new Item(text, 2)},
        Map.of("k", List.of(1, "two", true, Map.of("x", 2.5)), "empty", List.of()),
        0);
  }

  private static EveryType greatest() {
    return new EveryType(
        0,
        0,
        null,
        Long.MAX_VALUE,
        Integer.MIN_VALUE,
        Short.MAX_VALUE,
        Byte.MIN_VALUE,
        true,
        1.17549435e-38f,
        Double.MAX_VALUE,
        '€',
        "x".repeat(100_000),
        new BigDecimal("0.000000001"),
        BigInteger.TEN.pow(28),
        new UUID(-1, -1),
        new byte[0],
        Instant.EPOCH,
        Instant.EPOCH.atOffset(ZoneOffset.UTC),
        LocalDateTime.of(9999, 12, 31, 23, 59, 59),
        LocalDate.of(1000, 1, 1),
        LocalTime.MIDNIGHT,
        Colour.BLUE,
        new Item("", Integer.MAX_VALUE),
        new Item[0],
        Map.of(),
        0);
  }

  @Test
  @DisplayName("SPEC 1.3: every type may be null where its component says so")
  default void every_type_may_be_null_where_its_component_says_so() throws Exception {
    queue().createTable(EveryType.Nullables.class);
    EveryType.Nullables empty = EveryType.Nullables.empty();
    EveryType.Nullables full =
        new EveryType.Nullables(
            0,
            0,
            null,
            1L,
            2,
            (short) 3,
            (byte) 4,
            false,
            0.5f,
            0.25,
            'c',
            "",
            BigDecimal.ONE,
            BigInteger.TWO,
            new UUID(1, 2),
            new byte[] {1},
            Instant.EPOCH,
            Instant.EPOCH.atOffset(ZoneOffset.UTC),
            LocalDateTime.of(2026, 1, 1, 0, 0),
            LocalDate.EPOCH,
            LocalTime.NOON,
            Colour.RED,
            new Item("a", 1),
            new Item[0],
            Map.of());
    List<EveryType.Nullables> read =
        published(EveryType.Nullables.class, List.of(empty, full, empty));
    same(read.get(0)).isEqualTo(empty);
    same(read.get(1)).isEqualTo(full);
    same(read.get(2)).isEqualTo(empty);
  }

  @Test
  @DisplayName("SPEC 1.3: arrays are read as they were written, or refused where there are none")
  default void arrays_are_read_as_they_were_written_or_refused() throws Exception {
    Subscription arrays = Subscription.of("arrays", EveryType.Arrays.class).handle(Notes.acking());
    DatabaseKind kind = queue().database().kind();
    queue().createTable(EveryType.Arrays.class);
    if (kind != DatabaseKind.POSTGRESQL && kind != DatabaseKind.H2) {
      assertThatThrownBy(() -> queue().start(arrays))
          .isInstanceOf(StartException.class)
          .hasMessageContaining("column longs is read as long[], and ")
          .hasMessageContaining(" keeps no arrays: read it as JSON with @Json");
      return;
    }
    EveryType.Arrays row =
        new EveryType.Arrays(
            0,
            0,
            null,
            new long[] {Long.MAX_VALUE, 0, -1},
            new int[] {1},
            new short[] {-5},
            new boolean[] {true, false},
            new double[] {0.1},
            new float[] {0.1f},
            new Integer[] {1, null},
            new String[] {"a", null, "", "ünï 🦀 {\",} \\ null", "NULL"},
            new BigDecimal[] {new BigDecimal("1.5")},
            new UUID[] {new UUID(1, 2)},
            new String[0]);
    EveryType.Arrays empty =
        new EveryType.Arrays(
            0,
            0,
            null,
            new long[0],
            new int[0],
            new short[0],
            new boolean[0],
            new double[0],
            new float[0],
            new Integer[0],
            new String[0],
            new BigDecimal[0],
            new UUID[0],
            null);
    List<EveryType.Arrays> read = published(EveryType.Arrays.class, List.of(row, empty));
    same(read.get(0)).isEqualTo(row);
    same(read.get(1)).isEqualTo(empty);
  }

  private <R> List<R> published(Class<R> rowClass, List<R> rows) throws Exception {
    Notes<R> handled = Notes.acking();
    Rowqueue rowqueue = queue().start(Subscription.of("rows", rowClass).handle(handled));
    for (R row : rows) {
      rowqueue.publisher(rowClass).publish(row);
    }
    handled.await(rows.size());
    rowqueue.close();
    return handled.all().stream()
        .sorted(Comparator.comparing(note -> ((Number) note.id()).longValue()))
        .map(Notes.Note::message)
        .toList();
  }

  /** Compares all but what the database and the claim fill; decimals by their value. */
  private static RecursiveComparisonAssert<?> same(Object read) {
    return assertThat(read)
        .usingRecursiveComparison()
        .withComparatorForType(BigDecimal::compareTo, BigDecimal.class)
        // AssertJ's own would let the last digits go.
        .withComparatorForType(Float::compare, Float.class)
        .withComparatorForType(Double::compare, Double.class)
        .ignoringFields("id", "attempt", "lockedUntil", "filled");
  }
}
