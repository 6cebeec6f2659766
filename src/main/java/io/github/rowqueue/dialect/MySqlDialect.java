package io.github.rowqueue.dialect;

import io.github.rowqueue.dialect.ClaimSql.Rows;
import io.github.rowqueue.dialect.DeadLetterSql.Copy;
import io.github.rowqueue.dialect.Event.Kind;
import io.github.rowqueue.dialect.LeaseSql.Triples;
import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.error.DialectException;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.TableSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * MySQL 8.0.1 and newer. It has no UPDATE or DELETE … RETURNING: a lease claim reads under SKIP
 * LOCKED, stamps all rows with one UPDATE and commits, and a settlement of many rows locks them
 * first to learn which are ours. An UPDATE with ORDER BY and LIMIT would be one statement, but
 * deadlocks with itself. A dead letter is a copy and a delete.
 *
 * <p>All of it is meant for READ COMMITTED: at REPEATABLE READ a claim blocks inserts before its
 * head.
 */
final class MySqlDialect implements Dialect {

  static final Copy COPY = new Copy("", "for update");

  private final Grammar grammar;
  private final DdlSql ddl;

  MySqlDialect() {
    this(new MySqlGrammar("mysql"));
  }

  /** The dialect under the name of a relative. */
  MySqlDialect(Grammar grammar) {
    this.grammar = grammar;
    this.ddl = new DdlSql(grammar, new MySqlTypes(), NameLimit.CHARACTERS_64);
  }

  @Override
  public String name() {
    return grammar.dialect();
  }

  @Override
  public String quote(String name) {
    return grammar.quote(name);
  }

  @Override
  public void requireServer(String product, String version) {
    if (version.toLowerCase(Locale.ROOT).contains("mariadb")) {
      throw new DialectException(
          "%s %s is MariaDB: use Dialects.mariaDb()".formatted(product, version));
    }
    ServerVersion.require("MySQL", version, 8, 0, 1);
  }

  @Override
  public void requireTable(TableSpec spec) {
    Refusals.require(spec, "MySQL", NameLimit.CHARACTERS_64, Openings.MYSQL);
  }

  @Override
  public void requireTransactions(TableSpec spec) {
    // An update reads what is committed there at every level.
  }

  @Override
  public boolean singleWriter() {
    return false;
  }

  // One round trip, where switching autocommit off and on again costs two.
  @Override
  public Optional<String> begin() {
    return Optional.of("start transaction");
  }

  @Override
  public Statement serverVersion() {
    return new SqlWriter(grammar).sql("select version()").toStatement("server/version");
  }

  @Override
  public Statement serverTime() {
    return new SqlWriter(grammar)
        .sql("select cast(timestampdiff(microsecond, '1970-01-01', utc_timestamp(6)) as signed)")
        .toStatement("server/time");
  }

  @Override
  public Claim rowLockClaim(TableSpec spec) {
    Refusals.requireRowLock(spec);
    return guarded(spec, Claim.inOne(lock(spec, Rows.UNLOCKED, "claim")));
  }

  @Override
  public Write.Counted rowLockSettle(TableSpec spec, Event event) {
    Refusals.requireRowLock(spec);
    return settle(spec, event, List.of(LeaseSql.id(spec)));
  }

  @Override
  public Claim leaseClaim(TableSpec spec) {
    return leaseClaim(spec, Rows.UNLEASED, "claim");
  }

  @Override
  public Claim leaseClaimSuspect(TableSpec spec) {
    return leaseClaim(spec, Rows.SUSPECT, "claim-suspect");
  }

  private Claim leaseClaim(TableSpec spec, Rows rows, String verb) {
    Refusals.requireLease(spec);
    return guarded(spec, Claim.lockThenStamp(lock(spec, rows, verb), count -> stamp(spec, count)));
  }

  private Claim guarded(TableSpec spec, Claim claim) {
    return spec.fifoGroups() ? claim.under(new MySqlGuard(grammar, spec).guard()) : claim;
  }

  @Override
  public LaneClaim laneClaim(TableSpec spec) {
    return MySqlLanes.claim(
        grammar,
        spec,
        true,
        this::rowLockClaim,
        ids ->
            LeaseSql.take(
                grammar, spec, ids, MySqlLanes.free(grammar, spec), "for update skip locked"));
  }

  @Override
  public Statement releaseHead(TableSpec spec) {
    return LaneStatements.releaseHead(grammar, spec);
  }

  @Override
  public Write.Counted leaseWrite(TableSpec spec, Event event, int tokens) {
    Refusals.requireLease(spec);
    return settle(spec, event, LeaseSql.oneRow(spec, tokens));
  }

  @Override
  public Write leaseWriteAll(TableSpec spec, Event event, int tokens) {
    Refusals.requireLease(spec);
    SqlWriter lock = new SqlWriter(grammar);
    ClaimSql.selectId(lock, spec);
    lock.where(LeaseSql.manyRows(spec, tokens, Triples.LISTED)).line("for update skip locked");
    return LeaseSql.lockThenWrite(grammar, spec, event, tokens, lock, COPY);
  }

  @Override
  public Statement leaseRead(TableSpec spec) {
    return LeaseSql.read(grammar, spec);
  }

  @Override
  public Claim claimByIds(TableSpec spec, boolean suspects) {
    return LeaseSql.claimByIds(
        grammar,
        spec,
        ids ->
            LeaseSql.take(
                grammar,
                spec,
                ids,
                MySqlGuard.free(grammar, spec, suspects),
                suspects,
                "for update skip locked"));
  }

  @Override
  public AdvisoryClaim advisoryClaim(TableSpec spec, boolean ownLocks) {
    return new MySqlKeys(grammar, spec).claim(ownLocks);
  }

  @Override
  public Write.Counted advisorySettle(TableSpec spec, Event event, boolean onSession) {
    return settle(spec, event, new MySqlKeys(grammar, spec).ours(onSession));
  }

  @Override
  public Statement advisoryFind(TableSpec spec, boolean onSession) {
    return new MySqlKeys(grammar, spec).find(onSession);
  }

  // As in the original, which has no list parameter here: the rows of an own claim are read by an
  // own fetch (B274).
  @Override
  public void requireFetch(TableSpec spec) {
    Refusals.fetch(grammar, spec, "MySQL");
  }

  @Override
  public Statement insert(TableSpec spec, List<ColumnSpec> columns, Optional<Stamp> stamp) {
    return InsertSql.insert(grammar, spec, columns, stamp, "() values ()");
  }

  // Connector/J's batch is a round trip for each row, unless rewriteBatchedStatements is set.
  @Override
  public Optional<Statement> insertRows(
      TableSpec spec, List<ColumnSpec> columns, Optional<Stamp> stamp, int rows) {
    return InsertSql.rows(grammar, spec, columns, stamp, rows);
  }

  // INSERT IGNORE would swallow other errors too, and whether ON DUPLICATE KEY UPDATE wrote a row
  // is
  // told by counts that useAffectedRows changes.
  @Override
  public Statement insertIfAbsent(TableSpec spec, Statement insert, List<ColumnSpec> unique) {
    return IfAbsentSql.plain(insert);
  }

  @Override
  public boolean isDuplicate(String message, int vendorCode, TableSpec spec, String index) {
    return vendorCode == 1062 && IfAbsentSql.namedByMySql(message, spec.table().name(), index);
  }

  // The index stands inside: 8.0.15 refuses a CREATE INDEX on a table with such a default (1067).
  @Override
  public List<String> ddl(TableSpec spec) {
    return ddl.withEqualityIndex(spec);
  }

  // There are no partial indexes, so processed_at and locked_until follow the group as columns: "is
  // null" on both is an
  // equality, and the rows behind it stand in claim order. Otherwise a claim locks the finished and
  // the leased rows it
  // walks past, and on MariaDB keeps them locked (510 of 510 for a limit of 10). Suspects are a
  // range of the same index.
  @Override
  public List<String> indexDdl(TableSpec spec) {
    return ddl.equalityIndex(spec);
  }

  @Override
  public String fixDdl(TableSpec spec, ColumnSpec column, boolean exists) {
    return exists ? ddl.modifyColumn(spec, column) : ddl.addColumn(spec, column);
  }

  // Vendor codes first: the state of half of these is HY000.
  @Override
  public Failure classify(@Nullable String sqlState, int vendorCode) {
    return switch (vendorCode) {
      // Lock wait, deadlock, changed since read, lock table full, re-prepare, NOWAIT, time limits,
      // GET_LOCK deadlock.
      case 1205, 1213, 1020, 1206, 1615, 3572, 1317, 1969, 3024, 3058 -> Failure.RETRYABLE;
      // Full, too many connections or transactions, shutting down, read-only.
      case 1021, 1114, 1040, 1053, 1129, 1203, 1226, 1290, 1637, 1792, 1836 -> Failure.CONNECTION;
      // No default, wrong value for a column, SIGNAL, check constraints of MySQL and MariaDB.
      case 1364, 1366, 1644, 3819, 4025 -> Failure.REFUSED;
      // READ COMMITTED under a statement-based binlog.
      case 1665 -> Failure.BROKEN;
      default -> SqlStates.ofClass(sqlState);
    };
  }

  private Statement lock(TableSpec spec, Rows rows, String verb) {
    SqlWriter sql = new SqlWriter(grammar);
    ClaimSql.select(sql, spec);
    if (spec.fifoGroups()) {
      List<Consumer<SqlWriter>> head =
          new ArrayList<>(FifoSql.head(spec, rows, ClaimSql.orderColumns(spec)));
      head.add(new MySqlGuard(grammar, spec)::isHeldHere);
      sql.where(head).line("for update skip locked");
      return sql.toStatement(FifoSql.path(spec, verb));
    }
    sql.where(ClaimSql.claimable(spec, rows));
    ClaimSql.order(sql, spec);
    sql.line("limit ").bind(Meaning.LIMIT).line("for update skip locked");
    return sql.toStatement(FifoSql.path(spec, verb));
  }

  // No FORCE INDEX (PRIMARY), which a table whose id is unique but no primary key refuses (1176).
  // MariaDB scans a small
  // table for ids that make up a quarter of it or more; at READ COMMITTED an UPDATE passes over
  // rows that others hold and
  // keeps none that do not match (30 of 40 ids on 11.4.5 and MySQL 8.0.15: 30 rows locked).
  private Statement stamp(TableSpec spec, int rows) {
    return LeaseSql.stamp(grammar, spec, rows);
  }

  // The copy locks its row, so that the delete meets the very row that was copied.
  private Write.Counted settle(TableSpec spec, Event event, List<Consumer<SqlWriter>> guard) {
    SettleSql.require(grammar, spec, event);
    return event.kind() == Kind.DEAD_LETTER_TO_TABLE
        ? DeadLetterSql.copyThenDelete(grammar, spec, event, guard, COPY)
        : SettleSql.counted(grammar, spec, event, guard);
  }

  record MySqlGrammar(String dialect) implements Grammar {

    @Override
    public String quote(String name) {
      return Grammar.quote(name, "`");
    }

    // Never NOW(): that is the session's zone. Without (6) the fraction is dropped.
    @Override
    public void now(SqlWriter sql, ColumnSpec column) {
      sql.sql("utc_timestamp(6)");
    }

    // The function cuts to its digits; MySQL would round to those of the column.
    @Override
    public void stamp(SqlWriter sql, Stamp stamp) {
      sql.sql(
          switch (stamp.kind()) {
            case UTC -> "utc_timestamp(%d)".formatted(stamp.digits());
            case MILLIS -> "timestampdiff(microsecond, '1970-01-01', utc_timestamp(6)) div 1000";
            case ZONED, TEXT -> throw stamp.unknownTo(dialect);
          });
    }

    @Override
    public void later(SqlWriter sql, ColumnSpec column) {
      sql.sql("utc_timestamp(6) + interval ").bind(Meaning.DELAY).sql(" microsecond");
    }
  }
}
