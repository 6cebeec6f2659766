package io.github.rowqueue.internal.publish;

import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.dialect.Stamp;
import io.github.rowqueue.dialect.Statement;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.TableBinding;
import io.github.rowqueue.internal.jdbc.Values;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import java.sql.Connection;
import java.sql.SQLException;
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
  private final ConcurrentMap<BitSet, Statement> inserts = new ConcurrentHashMap<>();

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
    runs(rows).forEach(run -> session.updateAll(of(run.get(0)), binding, values(run)));
    return rows.size();
  }

  /** Writes the rows on the caller's connection. */
  void write(Connection connection, List<NewRow> rows) throws SQLException {
    for (List<NewRow> run : runs(rows)) {
      binding.execute(connection, of(run.get(0)), values(run));
    }
  }

  /** The insert of {@code row}: one statement per set of columns that are written. */
  Statement of(NewRow row) {
    if (own.isPresent()) {
      return own.get().statement();
    }
    return inserts.computeIfAbsent(
        row.written(), written -> dialect.insert(spec(), row.columns(spec()), stamp(row)));
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
    for (NewRow row : rows) {
      List<NewRow> last = runs.isEmpty() ? List.of() : runs.get(runs.size() - 1);
      if (last.isEmpty() || !last.get(0).written().equals(row.written())) {
        last = new ArrayList<>();
        runs.add(last);
      }
      last.add(row);
    }
    return runs;
  }

  private static List<Values> values(List<NewRow> rows) {
    return rows.stream().map(Inserts::values).toList();
  }

  static Values values(NewRow row) {
    return new Values().columns(row.values());
  }

  private TableSpec spec() {
    return binding.spec();
  }
}
