package io.github.rowqueue.internal.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.ProxyConnection;
import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.dialect.Failure;
import io.github.rowqueue.error.StatementException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The service's data source with what was learnt of its database at the start. Every connection
 * Rowqueue uses comes from here. Thread-safe.
 */
public final class Database {

  private static final Logger LOG = LoggerFactory.getLogger(Database.class);

  private final DataSource dataSource;
  private final Dialect dialect;
  private final String product;
  private final WriterLane lane;
  private final String url;
  private final boolean limitsNetwork;
  private final boolean lowersIsolation;

  private Database(DataSource dataSource, Dialect dialect, Connection sample) throws SQLException {
    this.dataSource = dataSource;
    this.dialect = dialect;
    // Asked of the database and not of the dialect, which may be the service's own.
    this.product = DatabaseProbe.product(sample);
    this.url = String.valueOf(sample.getMetaData().getURL());
    this.lane = dialect.singleWriter() ? WriterLane.of(url) : WriterLane.unlimited();
    this.limitsNetwork = limitsNetwork(sample);
    this.lowersIsolation =
        !dialect.singleWriter()
            && sample.getTransactionIsolation() != Connection.TRANSACTION_READ_COMMITTED;
  }

  private Database(DataSource dataSource, Database same) {
    this.dataSource = dataSource;
    this.dialect = same.dialect;
    this.product = same.product;
    this.url = same.url;
    this.lane = same.lane;
    this.limitsNetwork = same.limitsNetwork;
    this.lowersIsolation = same.lowersIsolation;
  }

  /**
   * Connects once and learns what the database is.
   *
   * @param dialects picks the dialect by product name and version
   * @throws SQLException if no connection can be had
   */
  public static Database connect(
      DataSource dataSource, BiFunction<String, String, Dialect> dialects) throws SQLException {
    try (Connection sample = borrow(dataSource)) {
      DatabaseMetaData metaData = sample.getMetaData();
      Dialect dialect =
          dialects.apply(metaData.getDatabaseProductName(), metaData.getDatabaseProductVersion());
      return new Database(dataSource, dialect, sample);
    }
  }

  /** The same database, reached through another data source. */
  public Database through(DataSource other) {
    return new Database(other, this);
  }

  /** The dialect of this database. */
  public Dialect dialect() {
    return dialect;
  }

  /**
   * The lane through which all writes of this process pass; of no effect where the database has
   * many writers.
   */
  public WriterLane lane() {
    return lane;
  }

  /**
   * The address, without user and password parameters a driver may have kept in it; for the start
   * report.
   */
  public String url() {
    int options = url.indexOf('?');
    return options < 0 ? url : url.substring(0, options);
  }

  /** The largest size of the pool, where it is HikariCP's. */
  public OptionalInt poolSize() {
    return hikari()
        .map(pool -> OptionalInt.of(pool.getMaximumPoolSize()))
        .orElse(OptionalInt.empty());
  }

  /**
   * After how long the pool retires a connection that is idle; what is held longer must be renewed
   * before.
   */
  Duration maximumLifetime() {
    return hikari()
        .map(HikariDataSource::getMaxLifetime)
        .filter(millis -> millis > 0)
        .map(Duration::ofMillis)
        .orElse(Duration.ofMinutes(30));
  }

  private Optional<HikariDataSource> hikari() {
    if (dataSource instanceof HikariDataSource pool) {
      return Optional.of(pool);
    }
    try {
      return dataSource.isWrapperFor(HikariDataSource.class)
          ? Optional.of(dataSource.unwrap(HikariDataSource.class))
          : Optional.empty();
    } catch (SQLException | UnsupportedOperationException | AbstractMethodError unknown) {
      return Optional
          .empty(); // a data source that does not say what it wraps: connections(n) tells its size
    }
  }

  /**
   * Borrows a connection.
   *
   * @param where how messages about it begin
   * @param timeout the bound of each statement
   * @throws StatementException if the pool has none in time, or the database is away
   */
  public Session open(String where, Duration timeout) {
    try {
      Connection connection = borrow(dataSource);
      try {
        return new Session(
            this, connection, where, ConnectionSettings.take(connection, this, timeout), timeout);
      } catch (SQLException | RuntimeException refused) {
        connection.close();
        throw refused;
      }
    } catch (SQLException refused) {
      throw new StatementException(where, dialect.name() + "/connection", refused);
    }
  }

  /** A data source that raises something else than SQLException is away like one that does. */
  private static Connection borrow(DataSource dataSource) throws SQLException {
    try {
      return dataSource.getConnection();
    } catch (RuntimeException broken) {
      throw new SQLException("the data source failed: " + broken, broken);
    }
  }

  /**
   * Sees to it that the pool never hands {@code connection} out again: its server is gone, or it
   * still carries what nobody will end. HikariCP tells a dead connection by SQLStates it knows, and
   * else keeps handing it out as long as it is asked within half a second of the last use (7.1,
   * seen with H2's 90007); and H2's abort does nothing (2.4).
   */
  void discard(Connection connection) {
    try {
      connection.abort(Runnable::run);
      hikari().ifPresent(pool -> evict(pool, connection));
      Connection real = connection.unwrap(Connection.class);
      if (!real.isClosed()) {
        real.close();
      }
    } catch (SQLException gone) {
      LOG.debug("the connection is gone already", gone);
    }
  }

  /**
   * A connection that a data source around the pool has wrapped is not known to the pool, which
   * passes over it in silence: then it renews all.
   */
  private static void evict(HikariDataSource pool, Connection connection) {
    if (connection instanceof ProxyConnection) {
      pool.evictConnection(connection);
    } else {
      pool.getHikariPoolMXBean().softEvictConnections();
    }
  }

  /** What a failed statement means. */
  public Failure classify(StatementException failure) {
    return classify(failure.sqlException());
  }

  /** What a driver's error means. */
  public Failure classify(SQLException failure) {
    if (failure instanceof OwnFailure) {
      return Failure.REFUSED;
    }
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql
          && (sql.getSQLState() != null || sql.getErrorCode() != 0)) {
        return dialect.classify(sql.getSQLState(), sql.getErrorCode());
      }
    }
    return failure instanceof SQLTimeoutException ? Failure.RETRYABLE : dialect.classify(null, 0);
  }

  /** Whether the dialect is not the one Rowqueue has for this database. */
  public boolean hasOwnDialect() {
    return !dialect.getClass().getPackageName().equals(Dialect.class.getPackageName());
  }

  /** The database as its driver names it, in lower case. */
  public String product() {
    return product;
  }

  boolean limitsNetwork() {
    return limitsNetwork;
  }

  /** Whether the service's default level is another than READ COMMITTED. */
  boolean lowersIsolation() {
    return lowersIsolation;
  }

  /**
   * Whether the driver's own timeout bounds a statement. H2 keeps it for the whole session, where
   * it would outlast the loan; its statements run in this process and its lock timeout bounds their
   * waits.
   */
  boolean limitsStatements() {
    return !product.equals("h2");
  }

  /**
   * Whether a timer is set for every statement that has a timeout, which wakes a thread: by the
   * driver (pgjdbc 42.7, Connector/J 9.7) or the server (MariaDB 11.4).
   */
  boolean limitsByTimer() {
    return limitsNetwork && limitsStatements();
  }

  /**
   * Whether a release of a savepoint fails where its transaction has ended, and a handler may run
   * after a rollback to one: neither on H2 (2.4; SPEC 13, 22).
   */
  public boolean knowsSavepoints() {
    return !product.equals("h2");
  }

  /**
   * PostgreSQL keeps a connection's level as state of the session, which a pooler in transaction
   * mode would hand to somebody else: there it is set inside each transaction (SPEC 13, 23).
   */
  boolean lowersIsolationPerTransaction() {
    return product.equals("postgresql");
  }

  /**
   * H2 has no SET TRANSACTION, but its level is a local setting of the embedded session, which
   * costs nothing.
   */
  boolean setsIsolationPerConnection() {
    return product.equals("h2");
  }

  private static boolean limitsNetwork(Connection sample) throws SQLException {
    try {
      int before = sample.getNetworkTimeout();
      sample.setNetworkTimeout(Runnable::run, 10_000);
      sample.setNetworkTimeout(Runnable::run, before);
      return true;
    } catch (SQLFeatureNotSupportedException
        | AbstractMethodError
        | UnsupportedOperationException unsupported) {
      return false; // SQLite and H2 run in this process: there is no network to wait for
    }
  }
}
