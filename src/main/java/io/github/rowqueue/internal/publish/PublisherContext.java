package io.github.rowqueue.internal.publish;

import io.github.rowqueue.error.ClosedException;
import io.github.rowqueue.internal.jdbc.Database;
import io.github.rowqueue.internal.jdbc.HandlerConnection;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.WriterLane.Rank;
import io.github.rowqueue.publish.AfterCommit;
import io.github.rowqueue.table.TableName;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.ToIntFunction;

/**
 * What the publishers of one {@code Rowqueue} share. Thread-safe.
 *
 * @param database where rows are written
 * @param clock what "now" is
 * @param wakeups is told of rows that are written, and that are committed
 * @param afterCommit the service's way to learn of its own commits, if it has told one
 * @param closed whether the {@code Rowqueue} is closed
 */
public record PublisherContext(
    Database database,
    InstantSource clock,
    Announcements wakeups,
    Optional<AfterCommit> afterCommit,
    BooleanSupplier closed) {

  private static final Duration STATEMENT_TIMEOUT = Duration.ofSeconds(10);

  void checkOpen(TableName table) {
    if (closed.getAsBoolean()) {
      throw new ClosedException("publish to table " + table);
    }
  }

  /** As above, but a handler ends its work on the connection it was lent, also after the drain. */
  void checkOpen(TableName table, Connection connection) {
    if (!HandlerConnection.isLent(connection)) {
      checkOpen(table);
    }
  }

  /**
   * Runs {@code write} on a connection of Rowqueue's. The connection comes first: whoever waits for
   * the pool must not keep others from writing.
   *
   * @param where how messages about it begin
   * @param transaction whether it takes more than one statement
   */
  int writeAll(String where, boolean transaction, ToIntFunction<Session> write) {
    try (Session session = database.open(where, STATEMENT_TIMEOUT)) {
      return database
          .lane()
          .write(
              Rank.PUBLISH,
              () -> {
                boolean begun = transaction || wakeups.inTransaction();
                if (begun) {
                  session.begin();
                }
                int written = write.applyAsInt(session);
                if (begun) {
                  session.commit();
                }
                return written;
              });
    }
  }

  /**
   * Runs {@code wake} when what was written on {@code connection}, which is the caller's, is
   * committed; never, where nobody tells.
   */
  void afterCommit(Connection connection, Runnable wake) throws SQLException {
    Runnable whileOpen =
        () -> {
          if (!closed.getAsBoolean()) {
            wake.run();
          }
        };
    if (HandlerConnection.afterCommit(connection, whileOpen)) {
      return;
    }
    if (connection.getAutoCommit()) {
      whileOpen.run();
    } else {
      afterCommit.ifPresent(hook -> hook.register(connection, whileOpen));
    }
  }
}
