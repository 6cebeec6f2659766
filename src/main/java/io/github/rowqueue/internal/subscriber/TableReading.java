package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.internal.jdbc.ColumnInfo;
import io.github.rowqueue.internal.jdbc.DatabaseProbe;
import io.github.rowqueue.internal.jdbc.OwnColumns;
import io.github.rowqueue.internal.jdbc.SqliteTimes;
import io.github.rowqueue.internal.jdbc.TableBinding;
import io.github.rowqueue.internal.jdbc.TableBindings;
import io.github.rowqueue.internal.jdbc.TableInfo;
import io.github.rowqueue.internal.jdbc.TimeStorage;
import io.github.rowqueue.subscribe.DeadLetter;
import io.github.rowqueue.subscribe.OwnEvent;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableName;
import io.github.rowqueue.table.TableSpec;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the tables of subscriptions, each once, and hands them to the checks. One thread. */
final class TableReading {

  private static final Set<Role> TIMES =
      Set.of(Role.RETRY_AFTER, Role.LOCKED_UNTIL, Role.PROCESSED_AT);

  private final Connection connection;
  private final Dialect dialect;
  private final boolean sqlite;
  private final Map<TableName, Optional<TableInfo>> tables = new HashMap<>();

  TableReading(Connection connection, Dialect dialect) throws SQLException {
    this.connection = connection;
    this.dialect = dialect;
    this.sqlite = "SQLite".equals(connection.getMetaData().getDatabaseProductName());
  }

  /** Advises the write-ahead log, which Rowqueue never turns on by itself. */
  void journal(Findings findings) throws SQLException {
    String mode = sqlite ? SqliteTimes.journalMode(connection) : "wal";
    if (!mode.equals("wal") && !mode.equals("memory")) {
      findings.warning(
          "the database's journal mode is %s, in which readers and the writer wait for each other: switch the file to the write-ahead log once"
              .formatted(mode),
          "PRAGMA journal_mode=WAL");
    }
  }

  /** Checks the tables of {@code subscription}; its binding, if its table can be used. */
  Optional<TableBinding> check(Subscription subscription, Findings findings) throws SQLException {
    TableSpec spec = subscription.spec();
    Optional<TableInfo> info = table(spec.table());
    if (info.isEmpty()) {
      missing(spec, findings);
      missingDestination(subscription, findings);
      return Optional.empty();
    }
    boolean fetches = subscription.statements().has(OwnEvent.FETCH);
    // The rest may come from anywhere (B196).
    TableCheck.check(fetches ? OwnColumns.queues(spec) : spec, info.get(), dialect, findings);
    if (subscription.statements().has(OwnEvent.CLAIM)) {
      IndexCheck.checkId(spec, info.get(), dialect, findings);
    } else {
      IndexCheck.check(spec, info.get(), dialect, findings);
      AllGroupsCheck.check(subscription, info.get(), dialect, findings);
    }
    if (sqlite) {
      times(spec, info.get(), findings);
    }
    Optional<TableName> destination = destination(subscription);
    if (destination.isPresent()) {
      TableSpec moved = fetches ? OwnColumns.stored(spec, info.get()) : spec;
      deadLetter(moved, info.get(), destination.get(), findings);
    }
    return TableBindings.bind(fetches ? OwnColumns.stored(spec, info.get()) : spec, info.get());
  }

  private void missing(TableSpec spec, Findings findings) throws SQLException {
    Optional<String> otherCase = DatabaseProbe.otherCase(connection, spec.table());
    findings.problem(
        otherCase.isPresent()
            ? "there is no such table, but %s, and the database tells their cases apart: describe it as it is, or create this one"
                .formatted(otherCase.get())
            : "there is no such table: create it",
        dialect.ddl(spec));
  }

  private static Optional<TableName> destination(Subscription subscription) {
    return !subscription.statements().has(OwnEvent.DEAD_LETTER)
            && subscription.deadLetter().orElse(null) instanceof DeadLetter.ToTable to
            && !to.table().equals(subscription.spec().table())
        ? Optional.of(to.table())
        : Optional.empty();
  }

  /** Without the queue table nothing can be compared, but both tables may be missing at once. */
  private void missingDestination(Subscription subscription, Findings findings)
      throws SQLException {
    Optional<TableName> destination = destination(subscription);
    if (destination.isPresent() && table(destination.get()).isEmpty()) {
      DeadLetterCheck.missing(subscription.spec(), destination.get(), dialect, findings);
    }
  }

  private void deadLetter(
      TableSpec spec, TableInfo source, TableName destination, Findings findings)
      throws SQLException {
    if (DatabaseProbe.isSame(connection, spec.table(), destination)) {
      findings.problem(
          "the dead letter is the queue table %s itself, named %s: use another table"
              .formatted(spec.table(), destination));
      return;
    }
    Optional<TableInfo> info = table(destination);
    if (info.isPresent()) {
      DeadLetterCheck.check(spec, source, info.get(), dialect, findings);
    } else {
      DeadLetterCheck.reusedIds(spec, source, destination, dialect, findings);
      DeadLetterCheck.missing(spec, destination, dialect, findings);
    }
  }

  private void times(TableSpec spec, TableInfo info, Findings findings) throws SQLException {
    for (ColumnSpec column : spec.columns()) {
      Optional<ColumnInfo> found = info.column(column.name());
      Optional<TimeStorage> storage = found.flatMap(ColumnInfo::times);
      if (column.role().filter(TIMES::contains).isPresent()
          && found.isPresent()
          && storage.isPresent()
          && TableBindings.holdsTime(column)) {
        times(spec, column, found.get(), storage.get(), findings);
      }
    }
  }

  private void times(
      TableSpec spec, ColumnSpec column, ColumnInfo found, TimeStorage storage, Findings findings)
      throws SQLException {
    Object value = SqliteTimes.defaultOf(connection, found);
    TimeTextCheck.defaultValue(column, storage, found.defaultValue(), value, findings);
    List<Object> sample =
        SqliteTimes.sample(connection, spec.table(), found.name(), dialect::quote);
    TimeTextCheck.samples(spec, column, storage, sample, dialect, findings);
  }

  private Optional<TableInfo> table(TableName name) throws SQLException {
    Optional<TableInfo> known = tables.get(name);
    if (known == null) {
      known = DatabaseProbe.read(connection, name);
      tables.put(name, known);
    }
    return known;
  }
}
