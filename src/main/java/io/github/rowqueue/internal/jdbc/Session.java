package io.github.rowqueue.internal.jdbc;

import io.github.rowqueue.dialect.Failure;
import io.github.rowqueue.dialect.Statement;
import io.github.rowqueue.error.StatementException;
import io.github.rowqueue.table.Isolation;
import io.github.rowqueue.table.SqliteMode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A borrowed connection and the transaction on it. Belongs to one thread at a time. {@link #close}
 * rolls back what was not committed, gives every setting back as it was, and returns the
 * connection.
 */
public final class Session implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Session.class);

  private final Database database;
  private final Connection connection;
  private final String where;
  private final ConnectionSettings settings;
  private final Transaction transaction;
  private final StatementLimit limit;
  private boolean broken;

  /** The transaction at its last mark; empty where the savepoint itself tells. */
  private String marked = "";

  Session(
      Database database,
      Connection connection,
      String where,
      ConnectionSettings settings,
      Duration timeout) {
    this.database = database;
    this.connection = connection;
    this.where = where;
    this.settings = settings;
    this.limit = new StatementLimit(database, timeout);
    this.transaction = new Transaction(connection, database, settings);
  }

  /** Where it came from. */
  Database database() {
    return database;
  }

  /** The connection itself. */
  public Connection connection() {
    return connection;
  }

  /**
   * Bounds each statement from now on: the driver's query timeout, and the socket's a little later.
   */
  public void limit(Duration timeout) {
    limit.set(timeout);
    try {
      settings.limit(timeout);
    } catch (SQLException refused) {
      throw failed("connection", refused);
    }
  }

  /**
   * Sets the isolation level for as long as the connection is held, instead of once per
   * transaction.
   */
  public void holdReadCommitted() {
    if (database.lowersIsolationPerTransaction()) {
      return;
    }
    try {
      settings.hold(Isolation.READ_COMMITTED);
    } catch (SQLException refused) {
      throw failed("connection", refused);
    }
  }

  /** Opens a transaction at READ COMMITTED, whatever the service's default is (SPEC 16). */
  public void begin() {
    begin(Isolation.DEFAULT);
  }

  /** Opens a transaction at {@code isolation}, which is that of this transaction alone. */
  public void begin(Isolation isolation) {
    run("begin", () -> transaction.begin(isolation));
  }

  /** Opens a transaction for a handler, on SQLite in {@code mode}. */
  public void begin(Isolation isolation, SqliteMode mode) {
    run("begin", () -> transaction.begin(isolation, mode));
  }

  /** Commits. After a failure the outcome is unknown. */
  public void commit() {
    run("commit", transaction::commit);
  }

  /** Undoes what was not committed; of no effect without a transaction. */
  public void rollback() {
    transaction.rollback();
  }

  /** Sets a savepoint in the open transaction. */
  public void savepoint(String name) {
    run("savepoint", () -> transaction.execute("SAVEPOINT " + name));
  }

  /** Undoes what came after the savepoint. */
  public void rollbackTo(String name) {
    run("rollback-to-savepoint", () -> transaction.execute("ROLLBACK TO SAVEPOINT " + name));
  }

  /**
   * Sets the savepoint behind which a handler writes, by which {@link #release} tells whether this
   * is still the same transaction.
   */
  public void mark(String name) {
    savepoint(name);
    marked = identity();
  }

  /**
   * Gives up the savepoint that {@link #mark} set, and what came after it becomes a part of the
   * transaction.
   *
   * @throws StatementException if the database does not know it, or the transaction is aborted:
   *     something ended the transaction beneath whoever wrote after the savepoint (SPEC 13, 10)
   */
  public void release(String name) {
    run("release-savepoint", () -> transaction.execute("RELEASE SAVEPOINT " + name));
    if (!marked.isEmpty() && !marked.equals(identity())) {
      throw failed(
          "release-savepoint",
          new SQLException("transaction " + marked + " was ended beneath its savepoint " + name));
    }
  }

  private String identity() {
    String[] id = {""};
    run("transaction-id", () -> id[0] = transaction.identity());
    return id[0];
  }

  /**
   * Lends the connection to a handler, with the time limits the service gave it.
   *
   * @param where how messages about its use begin
   */
  public HandlerConnection lend(String where) {
    run("begin", transaction::holdOpen);
    run("connection", settings::unlimit);
    return new HandlerConnection(connection, where, database.knowsSavepoints());
  }

  /** Goes on with the connection, which was taken back from its handler. */
  public void resume(HandlerConnection lent) {
    lent.closeStatements();
    limit(limit.timeout());
  }

  /** Runs what is no statement of a dialect, under a name for logs and exceptions. */
  void run(String statement, Step step) {
    try {
      step.run();
    } catch (SQLException refused) {
      throw failed(statement, refused);
    }
  }

  /** Executes a write and returns its update count. */
  public int update(Statement statement, TableBinding table, Values values) {
    return run(
        statement,
        prepared -> {
          table.bind(prepared, statement, values);
          return prepared.executeUpdate();
        });
  }

  /**
   * Executes an insert of one row and returns its update count. It reads nothing, so that it needs
   * no level; but PostgreSQL's SERIALIZABLE may refuse even it.
   */
  public int insert(Statement statement, TableBinding table, Values values) {
    return database.lowersIsolationPerTransaction()
        ? atReadCommitted(() -> insertNow(statement, table, values))
        : insertNow(statement, table, values);
  }

  private int insertNow(Statement statement, TableBinding table, Values values) {
    LOG.debug("{}: {}", where, statement.name());
    try (PreparedStatement prepared = connection.prepareStatement(statement.sql())) {
      table.bind(prepared, statement, values);
      return limit.executeShort(prepared);
    } catch (SQLException refused) {
      throw failed(statement.name(), refused);
    }
  }

  /** Inserts many rows and returns how many. */
  public int insertAll(BulkInsert insert, TableBinding table, List<Values> rows) {
    return atReadCommitted(
        () -> {
          LOG.debug("{}: {}", where, insert.one().name());
          try {
            insert.execute(connection, table, rows, limit::setOn);
          } catch (SQLException refused) {
            throw failed(insert.one().name(), refused);
          }
          return rows.size();
        });
  }

  /** Executes a claim and returns its rows in the order they came. */
  public List<RawRow> rows(Statement statement, TableBinding table, Values values) {
    return all(statement, table, values, table::read);
  }

  /** Executes a statement whose first column is an id. */
  public List<RowId> ids(Statement statement, TableBinding table, Values values) {
    return all(statement, table, values, rows -> RowId.of(rows.getObject(1)));
  }

  /**
   * Executes a statement and reads every row of its result; the result is closed before this
   * returns.
   */
  public <T> List<T> all(Statement statement, TableBinding table, Values values, Reader<T> reader) {
    return run(
        statement,
        prepared -> {
          table.bind(prepared, statement, values);
          return Results.all(prepared, reader);
        });
  }

  /**
   * Executes a statement that looks at no row, and so needs no level, at once as the connection
   * stands.
   *
   * @return the first column of its row
   */
  public String ask(Statement statement, TableBinding table, Values values) {
    return answer(statement, table, values).stream().findFirst().orElse("");
  }

  /** As {@link #ask}: all columns of its row; none if there is no row. */
  public List<String> answer(Statement statement, TableBinding table, Values values) {
    return execute(
        statement,
        prepared -> {
          table.bind(prepared, statement, values);
          return Results.columns(prepared);
        });
  }

  /** As {@link #ask}, for a statement that yields several rows of a number and a text. */
  public Map<Integer, String> askEach(Statement statement, TableBinding table, Values values) {
    return execute(
        statement,
        prepared -> {
          table.bind(prepared, statement, values);
          return Results.numbered(prepared);
        });
  }

  /**
   * Runs code of the service's own on this connection, whose transaction stays this session's.
   *
   * @param statement the name that logs and exceptions quote
   * @throws StatementException whatever it raised
   */
  public <T> T call(String statement, OwnWork<T> work) {
    LOG.debug("{}: {}", where, statement);
    try {
      return work.run(TransactionGuard.of(connection));
    } catch (SQLException refused) {
      throw failed(statement, OwnFailure.of(refused));
    } catch (RuntimeException | Error defect) {
      throw failed(statement, new OwnFailure("the service's own code failed: " + defect, defect));
    }
  }

  /** Executes a statement without parameters that yields one value. */
  public <T> T value(Statement statement, Reader<T> reader) {
    return run(statement, prepared -> Results.one(prepared, reader));
  }

  /** Runs {@code action} on the prepared statement, at READ COMMITTED. */
  <T> T run(Statement statement, Action<T> action) {
    return atReadCommitted(() -> execute(statement, action));
  }

  private <T> T atReadCommitted(Supplier<T> work) {
    boolean wrap = !transaction.isOpen() && !settings.isReadCommitted();
    if (!wrap) {
      return work.get();
    }
    begin();
    T result = work.get();
    commit();
    return result;
  }

  private <T> T execute(Statement statement, Action<T> action) {
    LOG.debug("{}: {}", where, statement.name());
    try (PreparedStatement prepared = connection.prepareStatement(statement.sql())) {
      limit.setOn(prepared);
      return action.run(prepared);
    } catch (SQLException refused) {
      throw failed(statement.name(), refused);
    }
  }

  private StatementException failed(String statement, SQLException cause) {
    String name = statement.contains("/") ? statement : database.dialect().name() + "/" + statement;
    broken |= database.classify(cause) == Failure.CONNECTION;
    return new StatementException(where, name, cause);
  }

  /**
   * Sees to it that nothing of the transaction is committed any more and {@link #close} cuts the
   * connection off, also while another thread is about to {@link #abort} it: giving back its
   * autocommit would commit.
   */
  public void condemn() {
    transaction.condemn();
  }

  /** Cuts the connection off: the server undoes its transaction, and no thread waits for it. */
  public void abort() {
    transaction.abort();
  }

  @Override
  public void close() {
    if (transaction.isCondemned()) {
      transaction.abort();
    } else {
      rollback();
      restore();
    }
    try {
      connection.close();
    } catch (SQLException | RuntimeException gone) {
      // A pool that its service has closed already may throw anything (HikariCP 7.1: a null).
      // Connector/J throws 08007 when it closes a killed connection: the outcome of the commit was
      // told before.
      LOG.debug("{}: close failed, the connection is gone", where, gone);
    }
  }

  private void restore() {
    if (broken) {
      database.discard(connection);
    }
    try {
      settings.restore();
    } catch (SQLException gone) {
      // A pool that resets nothing would lend it on as it is now.
      LOG.debug("{}: settings not restored, so the connection is cut off", where, gone);
      transaction.abort();
    }
  }

  /** Reads a value of the row the result stands on. */
  @FunctionalInterface
  public interface Reader<T> {
    /** Reads it. */
    T read(ResultSet rows) throws SQLException;
  }

  /** Code of the service's own. */
  @FunctionalInterface
  public interface OwnWork<T> {
    /** Runs it. */
    T run(Connection connection) throws SQLException;
  }

  /** Something that talks to the database. */
  @FunctionalInterface
  interface Step {
    /** Does it. */
    void run() throws SQLException;
  }

  /** What is done with a prepared statement. */
  @FunctionalInterface
  interface Action<T> {
    /** Does it. */
    T run(PreparedStatement prepared) throws SQLException;
  }
}
