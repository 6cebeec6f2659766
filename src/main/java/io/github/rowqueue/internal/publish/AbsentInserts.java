package io.github.rowqueue.internal.publish;

import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.dialect.Statement;
import io.github.rowqueue.error.StatementException;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.TableBinding;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Inserts of rows that may be there already. Thread-safe. */
final class AbsentInserts {

  private final PublisherTable table;
  private final Dialect dialect;
  private final ConcurrentMap<List<String>, UniqueKey> keys = new ConcurrentHashMap<>();

  AbsentInserts(PublisherTable table, Dialect dialect) {
    this.table = table;
    this.dialect = dialect;
  }

  /** The key of the columns or components of these names, looked up once. */
  UniqueKey key(String... names) {
    if (names.length == 0) {
      throw new IllegalArgumentException(
          "publishIfAbsent needs the columns that tell whether the row is there already");
    }
    return keys.computeIfAbsent(
        List.of(names), all -> UniqueKey.of(binding().spec(), table.info(), dialect, all));
  }

  /** Writes the row unless it is there; tells how many were written. */
  int write(Session session, Statement insert, NewRow row, UniqueKey key) {
    try {
      return session.update(statement(insert, key), binding(), Inserts.values(row));
    } catch (StatementException refused) {
      if (isDuplicate(refused.sqlException(), key)) {
        return 0;
      }
      throw refused;
    }
  }

  /** As {@link #write(Session, Statement, NewRow, UniqueKey)} in the caller's transaction. */
  int write(Connection connection, Statement insert, NewRow row, UniqueKey key)
      throws SQLException {
    try {
      return binding().executeOne(connection, statement(insert, key), Inserts.values(row));
    } catch (SQLException refused) {
      if (isDuplicate(refused, key)) {
        return 0;
      }
      throw refused;
    }
  }

  private Statement statement(Statement insert, UniqueKey key) {
    return dialect.insertIfAbsent(key.spec(), insert, key.columns());
  }

  private boolean isDuplicate(SQLException refused, UniqueKey key) {
    String message = String.valueOf(refused.getMessage());
    return key.indexes().stream()
        .anyMatch(index -> dialect.isDuplicate(message, refused.getErrorCode(), key.spec(), index));
  }

  private TableBinding binding() {
    return table.binding();
  }
}
