package io.github.rowqueue.dialect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowqueue.error.DialectException;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RefusalsTest {

  private static final List<Dialect> ALL =
      List.of(
          Dialects.postgresql(),
          Dialects.mySql(),
          Dialects.mariaDb(),
          Dialects.sqlite(),
          Dialects.h2());

  @Test
  void the_reference_tables_are_served() {
    for (Dialect dialect : ALL) {
      assertThatCode(() -> dialect.requireTable(ReferenceTables.lease()))
          .doesNotThrowAnyException();
      assertThatCode(() -> dialect.requireTable(ReferenceTables.oddLease()))
          .doesNotThrowAnyException();
      assertThatCode(() -> dialect.requireTable(ReferenceTables.advisory()))
          .doesNotThrowAnyException();
      if (!dialect.singleWriter()) {
        assertThatCode(() -> dialect.requireTable(ReferenceTables.databaseClock()))
            .doesNotThrowAnyException();
      }
    }
  }

  @Test
  void sqlite_refuses_the_row_lock_form_and_names_the_others() {
    String message =
        "table jobs: SQLite has no row locks, so the row lock form does not exist there: add a @LockedUntil column (the"
            + " lease form), or a lock key (the advisory form)";
    Dialect sqlite = Dialects.sqlite();
    refused(() -> sqlite.requireTable(ReferenceTables.rowLock()), message);
    refused(() -> sqlite.rowLockClaim(ReferenceTables.rowLock()), message);
    refused(() -> sqlite.rowLockSettle(ReferenceTables.rowLock(), Event.ACK), message);
  }

  @Test
  void a_name_that_is_too_long_is_refused() {
    refused(
        () -> Dialects.postgresql().requireTable(named("ä".repeat(32))),
        "table %1$s: the table name \"%1$s\" has 64 bytes, 63 are allowed by PostgreSQL: shorten it"
            .formatted("ä".repeat(32)));
    assertThatCode(() -> Dialects.postgresql().requireTable(named("a".repeat(63))))
        .doesNotThrowAnyException();
    assertThatCode(() -> Dialects.mySql().requireTable(named("ä".repeat(64))))
        .doesNotThrowAnyException();
    refused(
        () -> Dialects.mySql().requireTable(named("a".repeat(65))),
        "table %1$s: the table name \"%1$s\" has 65 characters, 64 are allowed by MySQL: shorten it"
            .formatted("a".repeat(65)));
    refused(
        () -> Dialects.mariaDb().requireTable(named("a".repeat(65))),
        "table %1$s: the table name \"%1$s\" has 65 characters, 64 are allowed by MariaDB: shorten it"
            .formatted("a".repeat(65)));
    assertThatThrownBy(() -> Dialects.h2().requireTable(named("a".repeat(257))))
        .hasMessageEndingWith("has 257 characters, 256 are allowed by H2: shorten it");
    assertThatCode(() -> Dialects.sqlite().requireTable(named("a".repeat(1000))))
        .doesNotThrowAnyException();
  }

  @Test
  void all_names_are_checked_in_one_message() {
    String big = "b".repeat(70);
    TableSpec spec =
        TableSpec.builder("jobs")
            .schema(big)
            .add(ReferenceTables.role("id", Role.ID, Long.class, false))
            .add(new ColumnSpec(big, null, String.class, false, false, false))
            .build();
    refused(
        () -> Dialects.postgresql().requireTable(spec),
        "table %1$s.jobs: the schema name \"%1$s\" has 70 bytes, 63 are allowed by PostgreSQL: shorten it; the column name \"%1$s\" has 70 bytes, 63 are allowed by PostgreSQL: shorten it"
            .formatted(big));
  }

  @Test
  void a_statement_of_another_form_is_never_built() {
    for (Dialect dialect : ALL) {
      refused(
          () -> dialect.leaseClaim(ReferenceTables.rowLock()),
          "table jobs: a lease statement needs a column that plays @LockedUntil");
      refused(
          () -> dialect.advisoryClaim(ReferenceTables.lease(), false),
          "table jobs: an advisory statement needs a lock key");
      refused(
          () -> dialect.advisorySettle(ReferenceTables.rowLock(), Event.ACK, true),
          "table jobs: an advisory statement needs a lock key");
      if (!dialect.singleWriter()) {
        refused(
            () -> dialect.rowLockClaim(ReferenceTables.lease()),
            "table jobs: a row lock statement does not see what holds the rows of the form lease");
        refused(
            () -> dialect.rowLockSettle(ReferenceTables.rowLock(), Event.RELEASE),
            "table jobs: release writes a lease, and no column of it plays @LockedUntil (%s/row-lock/release)"
                .formatted(dialect.name()));
      }
    }
  }

  @Test
  void an_event_the_table_cannot_write_is_refused() {
    for (Dialect dialect : ALL) {
      refused(
          () -> dialect.leaseWrite(ReferenceTables.minimalLease(), Event.DEAD_LETTER_TO_GROUP, 1),
          "table tiny: it has no @Group column, so a dead letter cannot move to a group; name a table instead");
      refused(
          () ->
              dialect.leaseWriteAll(ReferenceTables.minimalLease(), Event.DEAD_LETTER_TO_GROUP, 2),
          "table tiny: it has no @Group column, so a dead letter cannot move to a group; name a table instead");
    }
  }

  @Test
  void a_row_lock_retry_without_an_attempt_column_writes_nothing_and_has_a_name() {
    Write.Counted retry =
        Dialects.h2().rowLockSettle(ReferenceTables.minimalRowLock(), Event.RETRY);
    assertThat(retry.statements()).isEmpty();
    assertThat(retry.name()).isEqualTo("h2/row-lock/retry");
    assertThat(
            Dialects.h2().rowLockSettle(ReferenceTables.minimalRowLock(), Event.RETRY_AFTER).name())
        .isEqualTo("h2/row-lock/retry-after");
  }

  @Test
  void without_last_error_no_statement_writes_it() {
    TableSpec spec = ReferenceTables.lease().without(Role.LAST_ERROR);
    for (Dialect dialect : ALL) {
      for (Statement statement : Catalogue.of(dialect, spec, 2)) {
        assertThat(statement.sql()).as(statement.name()).doesNotContain("last_error");
      }
    }
  }

  private static TableSpec named(String table) {
    return TableSpec.builder(table)
        .add(ReferenceTables.role("id", Role.ID, Long.class, false))
        .add(ReferenceTables.role("locked_until", Role.LOCKED_UNTIL, java.time.Instant.class, true))
        .build();
  }

  private static void refused(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String message) {
    assertThatThrownBy(call).isInstanceOf(DialectException.class).hasMessage(message);
  }
}
