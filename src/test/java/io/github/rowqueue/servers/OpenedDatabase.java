package io.github.rowqueue.servers;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;

/**
 * The one implementation of {@link TestDatabase}. The kinds differ only in how they are made and
 * dropped, so the drop comes in as a function and everything else is the same code.
 */
final class OpenedDatabase implements TestDatabase {

  /** How a database goes away. */
  interface Drop {
    void run() throws Exception;
  }

  /** Where a database came from; the same for all databases of one server. */
  record Origin(DatabaseKind kind, String version, String source, OptionalLong pid) {}

  private final Origin origin;
  private final DriverDataSource dataSource;
  private final Drop drop;
  private final AtomicBoolean closed = new AtomicBoolean();

  OpenedDatabase(Origin origin, DriverDataSource dataSource, Drop drop) {
    this.origin = origin;
    this.dataSource = dataSource;
    this.drop = drop;
  }

  @Override
  public DatabaseKind kind() {
    return origin.kind();
  }

  @Override
  public String version() {
    return origin.version();
  }

  @Override
  public String source() {
    return origin.source();
  }

  @Override
  public String jdbcUrl() {
    return dataSource.url();
  }

  @Override
  public String username() {
    return dataSource.username();
  }

  @Override
  public String password() {
    return dataSource.password();
  }

  @Override
  public DataSource dataSource() {
    return dataSource;
  }

  @Override
  public HikariDataSource pool(int maximumPoolSize) {
    HikariConfig config = new HikariConfig();
    config.setPoolName(kind().id() + "-test");
    config.setMaximumPoolSize(maximumPoolSize);
    config.setDataSource(dataSource);
    return new HikariDataSource(config);
  }

  @Override
  public void execute(String... sql) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement()) {
      for (String one : sql) {
        statement.execute(one);
      }
    }
  }

  @Override
  public OptionalLong serverPid() {
    return origin.pid();
  }

  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    try {
      drop.run();
    } catch (Exception e) {
      throw new IllegalStateException("Could not drop the test database " + jdbcUrl(), e);
    }
  }

  @Override
  public String toString() {
    return kind().id() + " " + version() + " (" + source() + ") " + jdbcUrl();
  }
}
