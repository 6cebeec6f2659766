package io.github.rowqueue.internal.form;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.dialect.Event;
import io.github.rowqueue.internal.form.SettleResult.Kind;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.servers.TestDatabases;
import io.github.rowqueue.testing.Await;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("Issue 6: outcomes ready together go out in one statement, each with its own result")
class SettleTogetherTest {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int ROWS = 10;
  private static final int LOST = 2;
  private static final int LOCKED = 4;
  private static final int ODD = 6;

  /** An outcome, each row with a delay and a text of its own. */
  enum Way {
    ACK,
    DROP,
    RETRY,
    RETRY_AFTER,
    HOLD,
    DEAD_LETTER_TO_GROUP,
    DEAD_LETTER_TO_TABLE;

    Settlement of(int index, @Nullable String error) {
      return switch (this) {
        case ACK -> Settlement.ACK;
        case DROP -> Settlement.DROP;
        case RETRY -> Settlement.retry(error);
        case RETRY_AFTER -> Settlement.retryAfter(Duration.ofMinutes(index), error);
        case HOLD -> Settlement.hold(Duration.ofMinutes(index), error);
        case DEAD_LETTER_TO_GROUP ->
            new Settlement(Event.DEAD_LETTER_TO_GROUP, Duration.ZERO, "parked", error);
        case DEAD_LETTER_TO_TABLE -> TogetherTable.toTable(error);
      };
    }

    /** The name of its statement; that of a drop is known by its text, the one of an ack. */
    String statement() {
      return "lease/"
          + (this == DROP ? ACK : this).name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    boolean finishes() {
      return this == ACK || this == DROP;
    }
  }

  static Stream<DatabaseKind> databases() {
    return Stream.of(DatabaseKind.values()).filter(kind -> !TestDatabases.leftOut().contains(kind));
  }

  static Stream<Arguments> ways() {
    return databases()
        .flatMap(kind -> Arrays.stream(Way.values()).map(way -> Arguments.of(kind, way)));
  }

  /** One that stays and one that moves; the others go the same way. */
  static Stream<Arguments> failures() {
    return databases()
        .flatMap(
            kind ->
                Stream.of(Way.RETRY_AFTER, Way.DEAD_LETTER_TO_TABLE)
                    .map(way -> Arguments.of(kind, way)));
  }

  private static String error(int index) {
    return "of row " + index;
  }

  private static List<Settlement> settlements(Way way, String odd) {
    return IntStream.range(0, ROWS).mapToObj(i -> way.of(i, i == ODD ? odd : error(i))).toList();
  }

  @ParameterizedTest
  @MethodSource("ways")
  @DisplayName("Rules 7 and 13: some are lost, one is locked, one has a text too long")
  void each_row_has_its_own_values_and_its_own_result(DatabaseKind kind, Way way) throws Exception {
    try (TogetherTable table = new TogetherTable(kind)) {
      List<ClaimedRow> rows = table.claimed(ROWS);
      String odd = "\u0000 a text longer than the column";
      List<Settlement> settlements = settlements(way, odd);
      table.lose(rows.get(LOST));

      Map<ClaimedRow, SettleResult> results = settleBeside(table, way, rows, settlements);

      assertThat(batches(table, way)).isEqualTo(1);
      for (int i = 0; i < ROWS; i++) {
        ClaimedRow row = rows.get(i);
        SettleResult result = results.get(row);
        // A lock may have been waited for too long, on a machine that was busy.
        Kind ended = (result == null ? row.settle(settlements.get(i)) : result).kind();
        assertThat(ended).as("row %s", i).isEqualTo(i == LOST ? Kind.LOST : Kind.DONE);
        if (i != LOST) {
          assertWritten(table, way, row, i, i == ODD ? table.kept(odd) : error(i));
        }
      }
      assertThat(table.stored(rows.get(LOST), true)).isNull();
      List<@Nullable Object> lost = table.stored(rows.get(LOST), false);
      assertThat(lost).isNotNull().element(4).isEqualTo("of before");
    }
  }

  /** A statement names the last token again until it is of a size that is prepared. */
  @ParameterizedTest
  @MethodSource("databases")
  @DisplayName("Rule 6: as many rows are lost as the statement names twice, and each is told")
  void a_row_that_is_named_twice_stands_for_no_other(DatabaseKind kind) throws Exception {
    for (int size : List.of(3, 6, 7)) {
      try (TogetherTable table = new TogetherTable(kind)) {
        List<ClaimedRow> rows = table.claimed(size);
        int lost = BatchSize.of(size) - size;
        for (int i = 0; i < lost; i++) {
          table.lose(rows.get(i));
        }

        List<Settlement> settlements = Collections.nCopies(size, Settlement.ACK);
        Map<ClaimedRow, SettleResult> results = table.form().settleTogether(rows, settlements);

        for (int i = 0; i < size; i++) {
          Kind told = Objects.requireNonNull(results.get(rows.get(i))).kind();
          assertThat(told).as("row %s of %s", i, size).isEqualTo(i < lost ? Kind.LOST : Kind.DONE);
        }
      }
    }
  }

  /** How many statements wrote many rows, counting copies where a delete follows them. */
  private static long batches(TogetherTable table, Way way) {
    long copies = table.faults().count(Way.DEAD_LETTER_TO_TABLE.statement() + "-batch-copy");
    if (way == Way.DEAD_LETTER_TO_TABLE && copies > 0) {
      return copies;
    }
    // A delete by ids is known by its text, too.
    boolean deletes = way.finishes() && table.locksBeforeItWrites();
    return table.faults().count(way.statement() + "-batch") - (deletes ? copies : 0);
  }

  /** Settles while another transaction holds a row; lets go once the row's own write waits. */
  private static Map<ClaimedRow, SettleResult> settleBeside(
      TogetherTable table, Way way, List<ClaimedRow> rows, List<Settlement> settlements)
      throws Exception {
    if (!table.locksRows()) {
      return table.form().settleTogether(rows, settlements);
    }
    try (Connection other = table.lock(rows.get(LOCKED))) {
      CompletableFuture<Map<ClaimedRow, SettleResult>> settling =
          CompletableFuture.supplyAsync(() -> table.form().settleTogether(rows, settlements));
      Await.until(
          () -> "the rows that were left are written alone: " + table.faults().executed(),
          LIMIT,
          () -> table.faults().count(way.statement(), way.statement() + "-copy") >= 2);
      other.rollback();
      return settling.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }
  }

  private static void assertWritten(
      TogetherTable table, Way way, ClaimedRow row, int index, String error) {
    List<@Nullable Object> stays = table.stored(row, false);
    List<@Nullable Object> dead = table.stored(row, true);
    Instant before = table.cut(TogetherTable.NOW.minusSeconds(3600));
    Instant later = table.cut(TogetherTable.NOW.plus(Duration.ofMinutes(index)));
    List<@Nullable Object> failed = Arrays.asList("orders", before, 2L, null, error);
    switch (way) {
      case ACK, DROP -> assertThat(stays).isNull();
      case RETRY -> assertThat(stays).isEqualTo(failed);
      case RETRY_AFTER ->
          assertThat(stays).isEqualTo(Arrays.asList("orders", later, 2L, null, error));
      case HOLD -> assertThat(stays).isEqualTo(Arrays.asList("orders", before, 2L, later, error));
      case DEAD_LETTER_TO_GROUP ->
          assertThat(stays).isEqualTo(Arrays.asList("parked", before, 2L, null, error));
      case DEAD_LETTER_TO_TABLE -> assertThat(stays).isNull();
    }
    if (way == Way.DEAD_LETTER_TO_TABLE) {
      assertThat(dead).isEqualTo(failed);
    } else {
      assertThat(dead).isNull();
    }
  }

  @ParameterizedTest
  @MethodSource("failures")
  @DisplayName("Rule 12: a batch that is refused falls apart, and one row of it is refused")
  void a_refused_row_refuses_no_other(DatabaseKind kind, Way way) throws Exception {
    try (TogetherTable table = new TogetherTable(kind)) {
      List<ClaimedRow> rows = table.claimed(ROWS);
      List<Settlement> settlements = settlements(way, TogetherTable.REFUSED);
      Map<ClaimedRow, SettleResult> results = table.form().settleTogether(rows, settlements);

      assertThat(results).hasSize(ROWS - 1).doesNotContainKey(rows.get(ODD));
      assertThat(results.values()).allMatch(result -> result.kind() == Kind.DONE);
      assertThat(rows.get(ODD).settle(settlements.get(ODD)).kind()).isEqualTo(Kind.REFUSED);
      for (int i = 0; i < ROWS; i++) {
        if (i != ODD) {
          assertWritten(table, way, rows.get(i), i, error(i));
        }
      }
      assertThat(table.stored(rows.get(ODD), true)).isNull();
      List<@Nullable Object> held = table.stored(rows.get(ODD), false);
      assertThat(held).isNotNull().element(3).isNotNull();
    }
  }

  @ParameterizedTest
  @MethodSource("databases")
  void rows_of_several_kinds_take_a_statement_for_each_kind(DatabaseKind kind) throws Exception {
    try (TogetherTable table = new TogetherTable(kind)) {
      List<ClaimedRow> rows = table.claimed(21);
      List<Settlement> settlements = new ArrayList<>();
      for (int i = 0; i < rows.size(); i++) {
        Way way = Way.values()[i % 7];
        settlements.add(way.of(i, i == 2 ? null : error(i))); // a retry without a text
      }
      Map<ClaimedRow, SettleResult> results = table.form().settleTogether(rows, settlements);

      assertThat(results).hasSize(21);
      for (int i = 0; i < rows.size(); i++) {
        Way way = Way.values()[i % 7];
        SettleResult result = Objects.requireNonNull(results.get(rows.get(i)));
        assertThat(result.kind()).isEqualTo(Kind.DONE);
        assertWritten(table, way, rows.get(i), i, i == 2 ? "of before" : error(i));
      }
      for (Way way : Way.values()) {
        assertThat(batches(table, way)).as("%s", way).isEqualTo(way.finishes() ? 2 : 1);
        assertThat(table.faults().count(way.statement()))
            .as("%s alone", way)
            .isEqualTo(way == Way.RETRY ? 1 : 0);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("failures")
  @DisplayName("Rule 1: a row under one of two expiries is found by either")
  void rows_with_two_expiries_settle_together(DatabaseKind kind, Way way) throws Exception {
    try (TogetherTable table = new TogetherTable(kind)) {
      List<ClaimedRow> rows = table.claimed(5);
      table.setClock(TogetherTable.NOW.plusSeconds(11));
      // The answer is lost: whether the rows carry the new expiry is not known.
      table.faults().on("lease/extend-batch").always().cutsAfter();
      table.faults().on("lease/extend").always().cutsAfter();
      table.form().keeper().round();
      table.setClock(TogetherTable.NOW);
      assertThat(rows)
          .allSatisfy(row -> assertThat(((LeasedRow) row).tokens()).hasSizeGreaterThan(1));
      List<Settlement> settlements =
          IntStream.range(0, 5).mapToObj(i -> way.of(i, error(i))).toList();
      Map<ClaimedRow, SettleResult> results = table.form().settleTogether(rows, settlements);

      assertThat(results).hasSize(5);
      assertThat(results.values()).allMatch(result -> result.kind() == Kind.DONE);
      assertThat(table.faults().count(way.statement())).isZero();
      for (int i = 0; i < 5; i++) {
        assertWritten(table, way, rows.get(i), i, error(i));
      }
    }
  }

  /** PostgreSQL, where the rows of a batch come in arrays, and an array has a type. */
  static Stream<Arguments> idTypes() {
    if (TestDatabases.leftOut().contains(DatabaseKind.POSTGRESQL)) {
      return Stream.of(Arguments.of("bigint", Long.class, (LongFunction<Object>) id -> id));
    }
    LongFunction<Object> text = id -> "id-" + id;
    return Stream.of(
        Arguments.of("integer", Integer.class, (LongFunction<Object>) id -> (int) id),
        Arguments.of("smallint", Short.class, (LongFunction<Object>) id -> (short) id),
        Arguments.of("numeric(20)", Long.class, (LongFunction<Object>) id -> id),
        Arguments.of("uuid", UUID.class, (LongFunction<Object>) id -> new UUID(7, id)),
        Arguments.of("char(9)", String.class, text),
        Arguments.of("varchar(9)", String.class, text),
        Arguments.of("text", String.class, text),
        Arguments.of("numbered", Long.class, (LongFunction<Object>) id -> id),
        Arguments.of("\"Names\"", String.class, text),
        Arguments.of("\"Id\"", String.class, text));
  }

  @ParameterizedTest
  @MethodSource("idTypes")
  void rows_of_any_type_of_id_settle_together(
      String type, Class<?> idClass, LongFunction<Object> idOf) throws Exception {
    try (TogetherTable table =
        new TogetherTable(
            DatabaseKind.POSTGRESQL,
            type,
            idClass,
            idOf,
            "create domain numbered as bigint",
            "create domain \"Names\" as varchar(9)",
            "create type \"Id\" as enum ('id-1', 'id-2', 'id-3', 'id-4', 'id-5', 'id-6')")) {
      List<ClaimedRow> rows = table.claimed(6);
      List<Way> ways =
          List.of(
              Way.ACK,
              Way.RETRY_AFTER,
              Way.DEAD_LETTER_TO_TABLE,
              Way.ACK,
              Way.RETRY_AFTER,
              Way.DEAD_LETTER_TO_TABLE);
      List<Settlement> settlements =
          IntStream.range(0, 6).mapToObj(i -> ways.get(i).of(i, error(i))).toList();
      Map<ClaimedRow, SettleResult> results = table.form().settleTogether(rows, settlements);

      assertThat(results).hasSize(6);
      for (int i = 0; i < 6; i++) {
        assertWritten(table, ways.get(i), rows.get(i), i, error(i));
        assertThat(table.faults().count(ways.get(i).statement())).isZero();
      }
    }
  }
}
