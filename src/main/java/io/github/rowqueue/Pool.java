package io.github.rowqueue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import io.github.rowqueue.error.StartException;
import java.util.List;
import javax.sql.DataSource;

/**
 * The data source a {@link Rowqueue} stands on, and whether it is ours to close.
 *
 * @param dataSource where connections come from
 * @param owned the pool built for this {@code Rowqueue}; empty for the service's own
 */
record Pool(DataSource dataSource, List<HikariDataSource> owned) {

  private static final String SQLITE = "jdbc:sqlite:";

  /** How long a SQLite connection waits for another process's write, in milliseconds. */
  private static final String SQLITE_BUSY_TIMEOUT = "5000";

  static Pool of(DataSource dataSource) {
    return new Pool(dataSource, List.of());
  }

  static Pool build(String jdbcUrl) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(jdbcUrl);
    config.setPoolName("rowqueue");
    if (jdbcUrl.startsWith(SQLITE)) {
      config.addDataSourceProperty("busy_timeout", SQLITE_BUSY_TIMEOUT);
    }
    try {
      HikariDataSource pool = new HikariDataSource(config);
      return new Pool(pool, List.of(pool));
    } catch (HikariPool.PoolInitializationException
        | IllegalArgumentException
        | IllegalStateException refused) {
      throw new StartException(
          List.of(
              "no connection pool for this JDBC URL: %s; check the address, and that the driver is on the class path"
                  .formatted(refused.getMessage())),
          refused);
    } catch (RuntimeException refused) {
      throw new StartException(
          List.of(
              "no connection pool for this JDBC URL: %s; is the driver on the class path?"
                  .formatted(refused.getMessage())),
          refused);
    }
  }

  void close() {
    owned.forEach(HikariDataSource::close);
  }
}
