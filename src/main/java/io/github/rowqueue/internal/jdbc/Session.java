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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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

  private static final String H2_TRANSACTION =
      "select case when exists (select 1 from information_schema.settings where setting_name = 'MODE'"
          + " and setting_value in ('REGULAR', 'PostgreSQL'))"
          + " then cast(current_timestamp(9) as varchar) else transaction_id() end";

  private final Database database;
  private final Connection connection;
  private final String where;
  private final ConnectionSettings settings;
  private final Transaction transaction;
  private Duration timeout;
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
    this.timeout = timeout;
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
    this.timeout = timeout;
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
    marked = transactionId();
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
    if (!marked.isEmpty() && !marked.equals(transactionId())) {
      throw failed(
          "release-savepoint",
          new SQLException("transaction " + marked + " was ended beneath its savepoint " + name));
    }
  }

  /**
   * Where a release tells nothing: H2 takes that of an unknown savepoint for no operation (2.4).
   * Its clock stands still within a transaction; but not in the modes of databases where it does
   * not, and there the number of the transaction tells, once it has locked or written something.
   */
  private String transactionId() {
    if (database.knowsSavepoints()) {
      return "";
    }
    String[] id = {""};
    run("transaction-id", () -> id[0] = transaction.value(H2_TRANSACTION));
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
    limit(timeout);
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
      return database.limitsByTimer() ? watched(prepared) : limited(prepared);
    } catch (SQLException refused) {
      throw failed(statement.name(), refused);
    }
  }

  private int limited(PreparedStatement prepared) throws SQLException {
    limit(prepared);
    return prepared.executeUpdate();
  }

  /** The driver's timer would take longer than the rest of what this does. */
  private int watched(PreparedStatement prepared) throws SQLException {
    StatementWatch.Watched watched = StatementWatch.SHARED.watch(prepared, timeout);
    try {
      return prepared.executeUpdate();
    } catch (SQLException refused) {
      throw watched.told(refused);
    } finally {
      watched.end();
    }
  }

  /** Inserts many rows and returns how many. */
  public int insertAll(BulkInsert insert, TableBinding table, List<Values> rows) {
    return atReadCommitted(
        () -> {
          LOG.debug("{}: {}", where, insert.one().name());
          try {
            insert.execute(connection, table, rows, this::limit);
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
          try (ResultSet rows = prepared.executeQuery()) {
            List<T> all = new ArrayList<>();
            while (rows.next()) {
              all.add(reader.read(rows));
            }
            return all;
          }
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
          try (ResultSet row = prepared.executeQuery()) {
            List<String> columns = new ArrayList<>();
            int count = row.next() ? row.getMetaData().getColumnCount() : 0;
            for (int i = 1; i <= count; i++) {
              columns.add(String.valueOf(row.getString(i)));
            }
            return columns;
          }
        });
  }

  /** As {@link #ask}, for a statement that yields several rows of a number and a text. */
  public Map<Integer, String> askEach(Statement statement, TableBinding table, Values values) {
    return execute(
        statement,
        prepared -> {
          table.bind(prepared, statement, values);
          try (ResultSet rows = prepared.executeQuery()) {
            Map<Integer, String> answers = new TreeMap<>();
            while (rows.next()) {
              answers.put(rows.getInt(1), String.valueOf(rows.getString(2)));
            }
            return answers;
          }
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
    return run(
        statement,
        prepared -> {
          try (ResultSet rows = prepared.executeQuery()) {
            if (!rows.next()) {
              throw new SQLException("no row came back");
            }
            return reader.read(rows);
          }
        });
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
      limit(prepared);
      return action.run(prepared);
    } catch (SQLException refused) {
      throw failed(statement.name(), refused);
    }
  }

  private void limit(PreparedStatement prepared) throws SQLException {
    if (database.limitsStatements()) {
      prepared.setQueryTimeout(Math.toIntExact(Math.max(1, timeout.plusMillis(999).toSeconds())));
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
