package io.github.rowqueue.internal.subscriber;

import static io.github.rowqueue.internal.subscriber.Infos.column;
import static io.github.rowqueue.internal.subscriber.Infos.jobs;
import static io.github.rowqueue.internal.subscriber.Infos.nullable;
import static io.github.rowqueue.internal.subscriber.Infos.time;
import static io.github.rowqueue.internal.subscriber.Infos.timed;
import static io.github.rowqueue.internal.subscriber.Infos.withDefault;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.internal.jdbc.TimeStorage;
import io.github.rowqueue.internal.jdbc.TypeFamily;
import io.github.rowqueue.table.QueueClock;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The texts of the start check about columns, literally, over tables made by hand. */
class TableCheckTest extends CheckFixture {

  @Test
  void a_table_in_order_has_no_findings() {
    check(jobs("jobs"));

    assertThat(all.problems()).isEmpty();
    assertThat(all.warnings()).isEmpty();
  }

  @Test
  void a_missing_column() {
    check(jobs("jobs").without("attempt"));

    problem(
        "the table has no column attempt (@Attempt): add it, or describe the one it has\n"
            + postgres.fixDdl(spec, spec.column(Role.ATTEMPT).orElseThrow(), false)
            + ";");
  }

  @Test
  void a_column_in_another_case() {
    check(jobs("jobs").without("priority").add(column("Priority", TypeFamily.INTEGER, "int4")));

    problem(
        "the table has no column priority (@Priority), but Priority, and the database tells their cases apart:"
            + " describe it as it is, or add it\n"
            + "alter table \"jobs\" add column \"priority\" integer default 0 not null;");
  }

  @Test
  void a_column_of_another_type() {
    check(jobs("jobs").add(column("payload", TypeFamily.INTEGER, "int4")));

    problem(
        "column payload (@Payload) is int4 in the database, which a byte[] is not read from: change the type of one"
            + " of them; Rowqueue would add the column so\n"
            + "alter table \"jobs\" add column \"payload\" bytea not null;");
  }

  @Test
  void a_role_column_that_accepts_null() {
    check(jobs("jobs").add(nullable(column("grp", TypeFamily.TEXT, "text"))));

    problem(
        "column grp (@Group) accepts null, and a row with a null there is never claimed: make it NOT NULL\n"
            + "alter table \"jobs\" alter column \"grp\" set not null;");
  }

  @Test
  void a_compared_column_of_a_type_without_case() {
    check(jobs("jobs").add(column("grp", TypeFamily.OTHER, "citext")));

    problem("column grp (@Group) is CITEXT, which takes Orders and orders for one: use TEXT");
  }

  @Test
  void columns_that_must_accept_null() {
    check(jobs("jobs").add(time("locked_until", false)).add(time("processed_at", false)));

    assertThat(texts(all.problems()))
        .containsExactly(
            WHERE
                + "column locked_until (@LockedUntil) is NOT NULL, but null is what marks a row as free there: let it"
                + " accept null",
            WHERE
                + "column processed_at (@ProcessedAt) is NOT NULL, but null is what marks a row as unfinished there:"
                + " let it accept null");
  }

  @Test
  void an_attempt_with_another_default() {
    check(jobs("jobs").add(withDefault(column("attempt", TypeFamily.INTEGER, "int2"), "0")));

    warning(
        "column attempt (@Attempt) has DEFAULT 0, so that a row inserted without it counts its first delivery as 0 and"
            + " a cap of n allows n + 1 deliveries: declare it DEFAULT 1");
  }

  @Test
  void an_attempt_without_a_default() {
    check(jobs("jobs").add(column("attempt", TypeFamily.INTEGER, "int2")));

    warning(
        "column attempt (@Attempt) has no default, so that a row inserted without it is refused: declare it DEFAULT 1");
  }

  @Test
  void a_default_of_1_is_seen_through_casts_and_quotes() {
    for (String one : List.of("1", "'1'::smallint", "(1)", "'1'")) {
      check(jobs("jobs").add(withDefault(column("attempt", TypeFamily.INTEGER, "int2"), one)));
    }

    assertThat(all.warnings()).isEmpty();
  }

  @Test
  void whole_seconds() {
    check(
        jobs("jobs").add(timed("locked_until", "timestamptz", TimeStorage.OFFSET, 0, true, false)));

    warning(
        "column locked_until (@LockedUntil) keeps whole seconds, so that leases and delays are cut to them: declare it"
            + " with 6 fraction digits");
  }

  @Test
  void a_column_the_clock_of_the_database_would_shift() {
    TableSpec clocked =
        TableSpec.builder("jobs")
            .id("id")
            .retryAfter("retry_after")
            .clock(QueueClock.DATABASE)
            .build();
    TableCheck.check(
        clocked,
        jobs("jobs")
            .add(timed("retry_after", "timestamp", TimeStorage.LOCAL, 6, false, false))
            .table(),
        postgres,
        findings);

    problem(
        "column retry_after (@RetryAfter) is timestamp, to which the database's clock is not written exactly for a"
            + " Instant: leave clock = DATABASE out, or change the column; Rowqueue would add it so\n"
            + postgres.fixDdl(clocked, clocked.column(Role.RETRY_AFTER).orElseThrow(), false)
            + ";");
  }

  @Test
  void a_generated_column_that_nothing_fills() {
    TableSpec generated = TableSpec.builder("jobs").id("id").generated().build();
    TableCheck.check(generated, jobs("jobs").table(), postgres, findings);

    warning(
        "column id (@Id) is described as generated, but has neither a default nor an identity: inserts leave it out and"
            + " fail unless a trigger fills it");
  }
}
