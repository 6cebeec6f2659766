package io.github.rowqueue.servers;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.util.OptionalLong;
import javax.sql.DataSource;

/**
 * An empty database that belongs to one test class. Closing drops it, also when connections to it
 * are still open, so that a test which failed half way leaves nothing behind for the next one.
 */
public interface TestDatabase extends AutoCloseable {
  DatabaseKind kind();

  /** The version the server reports, numbers only: {@code 17.5}. */
  String version();

  /** {@code env}, {@code docker:<image>}, {@code maven:<server version>} or {@code in-process}. */
  String source();

  /** For PostgreSQL the driver makes the JVM's time zone the session's on plain connections. */
  String jdbcUrl();

  String username();

  String password();

  /**
   * Each call of {@code getConnection} opens a connection; nothing is pooled. On the servers the
   * session's time zone is neither UTC nor the JVM's, here and in {@link #pool}.
   */
  DataSource dataSource();

  /** A new pool; the caller closes it. */
  HikariDataSource pool(int maximumPoolSize);

  /** Runs each statement in autocommit mode on one fresh connection. */
  void execute(String... sql) throws SQLException;

  /** The server's process, for tests that stop or kill it; only for servers this kit started. */
  OptionalLong serverPid();

  @Override
  void close();
}
