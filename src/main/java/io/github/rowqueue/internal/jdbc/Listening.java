package io.github.rowqueue.internal.jdbc;

import io.github.rowqueue.dialect.Channels;
import io.github.rowqueue.dialect.Statement;
import io.github.rowqueue.error.StatementException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A session that listens, for one thread. It goes back to its pool listening on nothing, or is cut
 * off.
 */
public final class Listening implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Listening.class);
  private static final String WHERE = "listenNotify";

  private final Session session;
  private final Channels channels;
  private final DriverNotifications notifications;
  private final int count;
  private final long renewAt;
  private List<Notification> told = List.of();

  private Listening(
      Session session, Channels channels, DriverNotifications notifications, int count) {
    this.session = session;
    this.channels = channels;
    this.notifications = notifications;
    this.count = count;
    this.renewAt =
        System.nanoTime()
            + session.database().maximumLifetime().multipliedBy(3).dividedBy(4).toNanos();
  }

  /**
   * Borrows a connection and listens on it.
   *
   * @param timeout the bound of each statement
   * @throws StatementException if there is no connection, or it cannot listen
   */
  public static Listening open(Database database, Set<String> names, Duration timeout) {
    Session session = database.open(WHERE, timeout);
    try {
      Channels channels = database.dialect().channels().orElseThrow();
      Listening listening =
          new Listening(session, channels, driver(database, session), names.size());
      try {
        names.forEach(name -> listening.execute(channels.listen(name)));
        listening.check();
        return listening;
      } catch (RuntimeException | Error refused) {
        listening.unlisten();
        throw refused;
      }
    } catch (RuntimeException | Error refused) {
      session.close();
      throw refused;
    }
  }

  private static DriverNotifications driver(Database database, Session session) {
    try {
      return DriverNotifications.of(session.connection())
          .orElseThrow(() -> new SQLException("no " + DriverNotifications.DRIVER + " behind it"));
    } catch (SQLException without) {
      throw new StatementException(WHERE, database.dialect().name() + "/connection", without);
    }
  }

  /** Whether notifications can be had from {@code connection}: its driver hands them out. */
  public static boolean isPossible(Connection connection) throws SQLException {
    return DriverNotifications.of(connection).isPresent();
  }

  /**
   * What has come, after {@code most} at the latest; perhaps nothing.
   *
   * @throws StatementException if the connection is lost
   */
  public List<Notification> await(Duration most) {
    session.run("postgresql/notify/await", () -> told = notifications.await(most));
    return told;
  }

  /**
   * Goes to the server and back: a dead socket shows, and so does a pooler that has put another
   * session behind the connection.
   *
   * @throws StatementException if this connection is told of nothing any more
   */
  public void check() {
    int listened = session.value(channels.listening(), rows -> rows.getInt(1));
    if (listened < count) {
      SQLException other =
          new SQLException(
              "the session listens on %d of %d channels: is there a pooler in transaction mode between? Give listenNotify a connection to the server itself"
                  .formatted(listened, count));
      throw new StatementException(WHERE, channels.listening().name(), other);
    }
  }

  /** Whether the pool would soon have retired the connection. */
  public boolean isOld() {
    return System.nanoTime() - renewAt >= 0;
  }

  /** Cuts the connection off, from any thread: what waits on it fails. */
  public void abort() {
    session.abort();
  }

  @Override
  public void close() {
    unlisten();
    session.close();
  }

  private void unlisten() {
    try {
      execute(channels.unlisten());
    } catch (StatementException gone) {
      LOG.debug("{}: cut off, since it may listen still", WHERE, gone);
      session.abort();
    }
  }

  private void execute(Statement statement) {
    boolean unused = session.run(statement, PreparedStatement::execute);
  }
}
