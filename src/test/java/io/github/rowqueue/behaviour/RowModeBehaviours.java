package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.behaviour.EveryType.Colour;
import io.github.rowqueue.behaviour.EveryType.Item;
import io.github.rowqueue.error.PublishException;
import io.github.rowqueue.error.StartException;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.subscribe.BatchOutcome;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableSpec;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.assertj.core.api.RecursiveComparisonAssert;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Without a payload column the handler takes the row itself (B177 to B184). */
interface RowModeBehaviours extends Behaviours {

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

  @Test
  @DisplayName("B180: a retried row has the counted attempt")
  default void a_retried_row_has_the_counted_attempt() throws Exception {
    queue().emptied(SmallRow.class);
    Notes<SmallRow> handled =
        Notes.then((row, delivery) -> row.attempt() == 1 ? Outcome.retry() : Outcome.ack());
    Rowqueue rowqueue = queue().start(Subscription.of("small", SmallRow.class).handle(handled));
    rowqueue
        .publisher(SmallRow.class)
        .publishAll(IntStream.range(0, 3).mapToObj(SmallRow::of).toList());
    handled.await(6);
    assertThat(handled.messages()).extracting(SmallRow::attempt).containsOnly(1, 2);
    assertThat(handled.all())
        .allSatisfy(note -> assertThat(note.attempt()).isEqualTo(note.message().attempt()));
  }

  @Test
  @DisplayName("B178: a list of rows comes in claim order, and outcomes match by their places")
  default void a_list_of_rows_comes_in_claim_order() throws Exception {
    queue().emptied(SmallRow.class);
    Rowqueue publishing = queue().start();
    publishing
        .publisher(SmallRow.class)
        .publishAll(IntStream.range(0, 5).mapToObj(SmallRow::of).toList());
    Queue<List<String>> lists = new ConcurrentLinkedQueue<>();
    Events events = new Events();
    queue()
        .start(
            queue()
                .rowqueue(
                    Subscription.of("small", SmallRow.class)
                        .handleBatch(
                            10,
                            (rows, deliveries) -> {
                              lists.add(rows.stream().map(SmallRow::text).toList());
                              return BatchOutcome.each(
                                  rows.stream()
                                      .map(
                                          row ->
                                              row.text().equals("text 3") && row.attempt() == 1
                                                  ? Outcome.retry()
                                                  : Outcome.ack())
                                      .toList());
                            }))
                .listener(events));
    events.awaitSettled(6);
    assertThat(lists)
        .containsExactly(
            List.of("text 0", "text 1", "text 2", "text 3", "text 4"), List.of("text 3"));
  }

  @Test
  @DisplayName("SPEC 1.3: values come back from every column they may stand in")
  default void values_come_back_from_every_column_they_may_stand_in() throws Exception {
    UUID uuid = new UUID(Long.MIN_VALUE | 1, 2);
    Instant moment = Instant.parse("2026-03-29T01:30:00.120Z");
    Item item = new Item("ünï 🦀", 1);
    for (String type :
        types(
            "text|char(36)|uuid|bytea",
            "binary(16)|varbinary(16)|char(36)",
            "text|blob",
            "binary(16)|char(36)|uuid")) {
      comesBack(UUID.class, false, type, uuid);
    }
    for (String type :
        types(
            "boolean|int|smallint|text",
            "boolean|int|bit(1)|varchar(5)",
            "boolean|integer|text",
            "boolean|int|varchar")) {
      comesBack(Boolean.class, false, type, true);
      comesBack(Boolean.class, false, type, false);
    }
    for (String type :
        types(
            "bigint|timestamptz|timestamp",
            "bigint|datetime(6)|datetime(3)",
            "bigint|text",
            "bigint|timestamp(6)|timestamp(6) with time zone")) {
      comesBack(Instant.class, false, type, moment);
      comesBack(OffsetDateTime.class, false, type, moment.atOffset(ZoneOffset.UTC));
    }
    for (String type :
        types(
            "varchar(4)|bytea",
            "enum('RED','BLUE')|varchar(4)|varbinary(4)",
            "text|blob",
            "enum('RED','BLUE')|varchar(4)|char(4)")) {
      comesBack(Colour.class, false, type, Colour.BLUE);
    }
    for (String type :
        types(
            "text|json|jsonb|bytea",
            "longtext character set utf8mb4|json|longblob",
            "text|blob|json",
            "varchar|clob|json|blob")) {
      comesBack(Item.class, true, type, item);
      comesBack(String.class, true, type, "a \"quoted\" text");
      comesBack(Integer.class, true, type, 7);
    }
    for (String type : types("date|text", "date|varchar(10)", "date|text", "date|varchar")) {
      comesBack(LocalDate.class, false, type, LocalDate.of(2024, 2, 29));
    }
    for (String type : types("time|text", "time(6)|varchar(20)", "time|text", "time(6)|varchar")) {
      comesBack(LocalTime.class, false, type, LocalTime.of(23, 59, 58, 120_000_000));
    }
    for (String type :
        types(
            "bigint|numeric|int",
            "bigint|bigint unsigned|decimal(20)|mediumint",
            "integer|bigint|decimal",
            "bigint|numeric(20)|int")) {
      comesBack(Long.class, false, type, 8_000_000L);
      comesBack(Byte.class, false, type, (byte) 100);
      comesBack(BigInteger.class, false, type, BigInteger.valueOf(8_000_000));
    }
    for (String type :
        types(
            "double precision|numeric",
            "double|decimal(30, 5)",
            "real|decimal",
            "double precision|numeric(30, 5)")) {
      comesBack(Double.class, false, type, 0.5);
      comesBack(Float.class, false, type, -0.25f);
    }
    for (String type :
        types(
            "varchar(40)|bytea|text",
            "varchar(40) character set utf8mb4|blob|longtext character set utf8mb4",
            "text|blob|varchar",
            "varchar|blob|clob")) {
      comesBack(String.class, false, type, "ünï 🦀 007");
    }
  }

  /** Types of columns, parted by bars. */
  private List<String> types(String postgres, String mySql, String sqlite, String h2) {
    String types =
        switch (queue().database().kind()) {
          case POSTGRESQL -> postgres;
          case MYSQL, MARIADB -> mySql;
          case SQLITE -> sqlite;
          case H2 -> h2;
        };
    return List.of(types.split("\\|"));
  }

  private <T> void comesBack(Class<T> type, boolean json, String column, T value) throws Exception {
    String name = "one_column_" + ColumnTypeBehaviours.TABLES.incrementAndGet();
    TableSpec spec =
        TableSpec.builder(name)
            .id("id")
            .lockedUntil("locked_until")
            .add(new ColumnSpec("value", null, type, false, true, json))
            .build();
    String lease = types("timestamptz", "datetime(6)", "text", "timestamp(6)").get(0);
    queue()
        .execute(
            "create table %s (%s bigint not null primary key, %s %s null, %s %s null)"
                .formatted(
                    queue().q(name),
                    queue().q("id"),
                    queue().q("locked_until"),
                    lease,
                    queue().q("value"),
                    column));
    Table<Optional<T>> table =
        Table.of(
            spec,
            row -> Optional.ofNullable(row.get("value", type)),
            (written, of) ->
                of.plays(Role.ID)
                    ? (Object) (written.isPresent() ? 1L : 2L)
                    : of.name().equals("value") ? written.orElse(null) : null);
    Notes<Optional<T>> handled = Notes.acking();
    Rowqueue rowqueue = queue().start(Subscription.of("any", table).handle(handled));
    rowqueue.publisher(table).publish(Optional.of(value));
    rowqueue.publisher(table).publish(Optional.empty());
    handled.await(2);
    rowqueue.close();
    assertThat(handled.messages())
        .as("%s in %s", type.getSimpleName(), column)
        .containsExactlyInAnyOrder(Optional.of(value), Optional.empty());
  }

  @Test
  @DisplayName("B182, B183: a payload handler of a table without a payload is refused at start")
  default void a_handler_of_the_wrong_mode_is_refused_at_start() throws Exception {
    queue().emptied(SmallRow.class);
    assertThatThrownBy(
            () ->
                queue()
                    .start(
                        Subscription.of("small", SmallRow.class)
                            .payload(Item.class)
                            .handle(Notes.acking())))
        .isInstanceOf(StartException.class)
        .hasMessageContaining(
            "the table has no payload column, so the handler takes the row: remove .payload(…)");
    assertThatThrownBy(
            () -> queue().start(Subscription.of("any", LeaseJob.class).handle(Notes.acking())))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("the table has a payload column, so the handler takes the payload");
  }

  @Test
  @DisplayName("a null that no handler could read, and half a character, are refused unwritten")
  default void what_no_handler_could_read_is_refused_unwritten() throws Exception {
    queue().emptied(SmallRow.class);
    Rowqueue rowqueue = queue().start();
    assertThatThrownBy(
            () -> rowqueue.publisher(SmallRow.class).publish(SmallRow.of("a\ud83d", "note")))
        .isInstanceOf(PublishException.class)
        .hasMessage(
            "table small_rows (record SmallRow): column text cannot be written, nothing is"
                + " published: half a character stands at index 1 (the lone surrogate U+D83D),"
                + " which UTF-8 cannot carry: mend the text, or publish bytes");
    assertThat(queue().count("small_rows", "1 = 1")).isZero();
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
