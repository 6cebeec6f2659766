package io.github.rowqueue.internal.publish;

import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.dialect.Stamp;
import io.github.rowqueue.dialect.Statement;
import io.github.rowqueue.internal.jdbc.BulkInsert;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.TableBinding;
import io.github.rowqueue.internal.jdbc.Values;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Writes rows of one table, by inserts from its description or the service's own. Thread-safe. */
final class Inserts {

  private final TableBinding binding;
  private final Dialect dialect;
  private final Optional<OwnInsert> own;
  private final ConcurrentMap<BitSet, BulkInsert> inserts = new ConcurrentHashMap<>();

  Inserts(TableBinding binding, Dialect dialect, Optional<OwnInsert> own) {
    this.binding = binding;
    this.dialect = dialect;
    this.own = own;
  }

  /** Writes the rows on {@code session}, whose transaction, if one is open, is left open. */
  int write(Session session, List<NewRow> rows) {
    if (rows.size() == 1) {
      return session.insert(of(rows.get(0)), binding, values(rows.get(0)));
    }
    return runs(rows).stream()
        .mapToInt(run -> session.insertAll(bulk(run.get(0)), binding, values(run)))
        .sum();
  }

  /** Writes the rows on the caller's connection. */
  void write(Connection connection, List<NewRow> rows) throws SQLException {
    if (rows.size() == 1) {
      NewRow row = rows.get(0);
      int unused = binding.executeOne(connection, of(row), values(row));
      return;
    }
    for (List<NewRow> run : runs(rows)) {
      binding.execute(connection, bulk(run.get(0)), values(run));
    }
  }

  /** The insert of {@code row}: one statement per set of columns that are written. */
  Statement of(NewRow row) {
    return bulk(row).one();
  }

  private BulkInsert bulk(NewRow row) {
    if (own.isPresent()) {
      return new BulkInsert(own.get().statement(), Optional.empty());
    }
    BulkInsert known = inserts.get(row.written());
    return known != null ? known : inserts.computeIfAbsent(row.written(), written -> insert(row));
  }

  private BulkInsert insert(NewRow row) {
    List<ColumnSpec> columns = row.columns(spec());
    return new BulkInsert(
        dialect.insert(spec(), columns, stamp(row)),
        dialect.insertRows(spec(), columns, stamp(row), BulkInsert.ROWS));
  }

  /** The time a row is due that has none: the database's, whatever clock this host goes by. */
  private Optional<Stamp> stamp(NewRow row) {
    int due = spec().indexOf(Role.RETRY_AFTER);
    return due < 0 || row.written().get(due)
        ? Optional.empty()
        : Optional.of(binding.column(due).stamp());
  }

  /** Neighbours that one statement writes; in their order, which is that of the ids. */
  private static List<List<NewRow>> runs(List<NewRow> rows) {
    List<List<NewRow>> runs = new ArrayList<>();
    int from = 0;
    for (int i = 1; i <= rows.size(); i++) {
      if (i == rows.size() || !rows.get(i).written().equals(rows.get(from).written())) {
        runs.add(rows.subList(from, i));
        from = i;
      }
    }
    return runs;
  }

  /** Made when they are bound: ten thousand at once would be out of the processor's reach. */
  private static List<Values> values(List<NewRow> rows) {
    return new AbstractList<>() {
      @Override
      public Values get(int index) {
        return values(rows.get(index));
      }

      @Override
      public int size() {
        return rows.size();
      }
    };
  }

  static Values values(NewRow row) {
    return new Values().columns(row.values());
  }

  private TableSpec spec() {
    return binding.spec();
  }
}
