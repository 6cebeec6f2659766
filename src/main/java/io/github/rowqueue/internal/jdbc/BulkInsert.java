package io.github.rowqueue.internal.jdbc;

import io.github.rowqueue.dialect.Statement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * The insert of many rows that write the same columns: so many with each statement, and the rest by
 * the driver's batch.
 *
 * @param one inserts one row
 * @param many inserts {@link #ROWS} rows with the parameters of {@code one} row by row; empty where
 *     the driver's batch is as fast
 */
public record BulkInsert(Statement one, Optional<Statement> many) {

  /** The rows of a statement of many. */
  public static final int ROWS = 128;

  /**
   * A row with more than that goes by the driver's batch, so that a statement stays well below what
   * a server takes in one packet (MySQL's {@code max_allowed_packet}, 4 MB in old settings).
   */
  private static final int LARGE = 4096;

  /** What is done to a statement before it is executed. */
  @FunctionalInterface
  interface Setting {
    /** Does it. */
    void to(PreparedStatement prepared) throws SQLException;
  }

  /** Writes the rows in their order. */
  void execute(Connection connection, TableBinding table, List<Values> rows, Setting setting)
      throws SQLException {
    int written = 0;
    if (many.isPresent() && rows.size() >= ROWS) {
      try (PreparedStatement prepared = connection.prepareStatement(many.get().sql())) {
        setting.to(prepared);
        while (written + ROWS <= rows.size() && isSmall(rows, written)) {
          executeMany(prepared, table, rows, written);
          written += ROWS;
        }
      }
    }
    if (written < rows.size()) {
      try (PreparedStatement prepared = connection.prepareStatement(one.sql())) {
        setting.to(prepared);
        table.batch(prepared, one, rows.subList(written, rows.size()));
      }
    }
  }

  private void executeMany(
      PreparedStatement prepared, TableBinding table, List<Values> rows, int from)
      throws SQLException {
    int position = 1;
    for (int i = from; i < from + ROWS; i++) {
      position = table.bind(prepared, one, rows.get(i), position);
    }
    int unused = prepared.executeUpdate();
  }

  private static boolean isSmall(List<Values> rows, int from) {
    for (int i = from; i < from + ROWS; i++) {
      if (rows.get(i).size() > LARGE) {
        return false;
      }
    }
    return true;
  }
}
