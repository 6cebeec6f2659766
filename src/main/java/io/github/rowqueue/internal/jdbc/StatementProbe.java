package io.github.rowqueue.internal.jdbc;

import io.github.rowqueue.dialect.Statement;
import java.sql.PreparedStatement;
import java.sql.ResultSet;

/**
 * Asks the database what it makes of statements a service wrote, before anything depends on them.
 * Belongs to the thread of its session.
 */
public final class StatementProbe {

  private final Session session;

  /** A probe that asks on {@code session}. */
  public StatementProbe(Session session) {
    this.session = session;
  }

  /**
   * Has the database read a statement without running it.
   *
   * @throws io.github.rowqueue.error.StatementException if it does not understand it
   */
  public void prepare(Statement statement, TableBinding table) {
    session.run(
        statement.name(),
        () -> {
          String product = session.database().product();
          if (product.equals("mysql") || product.equals("mariadb")) {
            ServerPrepare.check(session.connection(), statement.sql());
            return;
          }
          try (PreparedStatement prepared =
              session.connection().prepareStatement(statement.sql())) {
            table.bindNulls(prepared, statement);
            prepared.getParameterMetaData().getParameterCount(); // pgjdbc asks the server here
          }
        });
  }

  /** Runs a query with nulls for all parameters, so that no row comes, and reads its columns. */
  public <T> T columns(Statement query, TableBinding table, Session.Reader<T> reader) {
    return session.run(
        query,
        prepared -> {
          table.bindNulls(prepared, query);
          try (ResultSet rows = prepared.executeQuery()) {
            return reader.read(rows);
          }
        });
  }
}
