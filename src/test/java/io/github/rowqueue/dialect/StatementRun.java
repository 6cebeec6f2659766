package io.github.rowqueue.dialect;

import io.github.rowqueue.dialect.Param.Meaning;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The values of one execution, and the execution. */
final class StatementRun {

  private final Map<Meaning, @Nullable Object> values = new EnumMap<>(Meaning.class);
  private final Map<Meaning, List<Object>> lists = new EnumMap<>(Meaning.class);

  StatementRun set(Meaning meaning, @Nullable Object value) {
    values.put(meaning, value);
    return this;
  }

  StatementRun list(Meaning meaning, Object... members) {
    lists.put(meaning, List.of(members));
    return this;
  }

  int update(Connection connection, Statement statement) throws SQLException {
    try (PreparedStatement prepared = prepare(connection, statement)) {
      return prepared.executeUpdate();
    }
  }

  /** The update count of the last statement. */
  int update(Connection connection, Write.Counted write) throws SQLException {
    int count = 0;
    for (Statement statement : write.statements()) {
      count = update(connection, statement);
    }
    return count;
  }

  /** The first columns of the rows. */
  List<Object> ids(Connection connection, Statement statement) throws SQLException {
    return rows(connection, statement, row -> row.values().iterator().next());
  }

  /** The rows, columns by their labels. */
  <T> List<T> rows(
      Connection connection, Statement statement, Function<Map<String, Object>, T> read)
      throws SQLException {
    List<T> rows = new ArrayList<>();
    try (PreparedStatement prepared = prepare(connection, statement);
        ResultSet results = prepared.executeQuery()) {
      while (results.next()) {
        Map<String, Object> row = new LinkedHashMap<>();
        for (int i = 1; i <= results.getMetaData().getColumnCount(); i++) {
          row.put(results.getMetaData().getColumnLabel(i), results.getObject(i));
        }
        rows.add(read.apply(row));
      }
    }
    return rows;
  }

  private PreparedStatement prepare(Connection connection, Statement statement)
      throws SQLException {
    PreparedStatement prepared = connection.prepareStatement(statement.sql());
    int position = 1;
    for (Param param : statement.params()) {
      Meaning meaning = param.meaning();
      if (!lists.containsKey(meaning) && !values.containsKey(meaning)) {
        throw new IllegalStateException("no value for " + param + " of " + statement.name());
      }
      prepared.setObject(
          position++,
          lists.containsKey(meaning) ? lists.get(meaning).get(param.index()) : values.get(meaning));
    }
    return prepared;
  }
}
