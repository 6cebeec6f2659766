package io.github.rowqueue.dialect;

import io.github.rowqueue.dialect.ClaimSql.Rows;
import io.github.rowqueue.dialect.DeadLetterSql.Copy;
import io.github.rowqueue.dialect.Event.Kind;
import io.github.rowqueue.dialect.LeaseSql.Triples;
import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.error.DialectException;
import io.github.rowqueue.table.ClaimForm;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * SQLite 3.35 and newer. It has no row locks: a writer locks the whole database, so the row lock
 * form would stop every other writer while a handler runs, and is refused. A lease claim is one
 * UPDATE … RETURNING, which cannot overlap another writer; RETURNING comes in the order of rowids,
 * so the reader sorts. For the same reason a FIFO group needs no guard there.
 *
 * <p>There is no type for times either: they are text in one format, compared as text.
 */
final class SqliteDialect implements Dialect {

  private static final Grammar GRAMMAR = new SqliteGrammar();
  private static final DdlSql DDL = new DdlSql(GRAMMAR, new SqliteTypes(), NameLimit.NONE);
  private static final Copy COPY = new Copy("", "");

  @Override
  public String name() {
    return GRAMMAR.dialect();
  }

  @Override
  public String quote(String name) {
    return GRAMMAR.quote(name);
  }

  @Override
  public void requireServer(String product, String version) {
    ServerVersion.require("SQLite", version, 3, 35);
  }

  @Override
  public void requireTable(TableSpec spec) {
    Refusals.require(spec, "SQLite", NameLimit.NONE, Openings.SQLITE);
    refuseRowLock(spec);
  }

  @Override
  public void requireTransactions(TableSpec spec) {
    // Its one writer meets nobody.
  }

  @Override
  public boolean singleWriter() {
    return true;
  }

  // Measured: 256 rows take less each than 128 or 512 do.
  @Override
  public int largestBatch() {
    return 256;
  }

  // The write lock is taken here and not at the first write: a transaction that reads first and
  // upgrades late meets
  // BUSY_SNAPSHOT, which no busy_timeout waits for (3.54). As a statement it does not depend on
  // transaction_mode.
  @Override
  public Optional<String> begin() {
    return Optional.of("begin immediate");
  }

  @Override
  public Statement serverVersion() {
    return new SqlWriter(GRAMMAR).sql("select sqlite_version()").toStatement("server/version");
  }

  // "now" is the same at each place of one statement.
  @Override
  public Statement serverTime() {
    return new SqlWriter(GRAMMAR)
        .line("select cast(strftime('%s', 'now') as integer) * 1000000")
        // The end of the millisecond it knows: a clock aligned with this must not lag (decision
        // 011).
        .line("  + cast(substr(strftime('%f', 'now'), 4) as integer) * 1000 + 999")
        .toStatement("server/time");
  }

  @Override
  public Claim rowLockClaim(TableSpec spec) {
    throw noRowLocks(spec);
  }

  @Override
  public Write.Counted rowLockSettle(TableSpec spec, Event event) {
    throw noRowLocks(spec);
  }

  @Override
  public Claim leaseClaim(TableSpec spec) {
    return leaseClaim(spec, Rows.UNLEASED, "claim");
  }

  @Override
  public Claim leaseClaimSuspect(TableSpec spec) {
    return leaseClaim(spec, Rows.SUSPECT, "claim-suspect");
  }

  @Override
  public LaneClaim laneClaim(TableSpec spec) {
    refuseRowLock(spec);
    LaneSql lanes = new LaneSql(GRAMMAR, spec, ClaimSql.orderColumns(spec));
    return new LaneClaim(
        LaneScanSql.byHops(lanes),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Claim.byLanes(count -> heads(lanes, count)).unordered(),
        spec.fifoGroups()
            ? Optional.of(excluded -> LaneStatements.suspects(lanes, excluded))
            : Optional.empty());
  }

  private static Statement heads(LaneSql lanes, int count) {
    TableSpec spec = lanes.spec();
    SqlWriter sql = lanes.writer();
    sql.line("with " + LaneSql.LANES + " (" + LaneSql.LANE + ") as (values ");
    sql.times(count, i -> sql.sql("(").bind(Meaning.LANE, i).sql(")")).sql(")");
    ClaimSql.stamp(sql, spec);
    sql.line("where ").name(spec.id()).sql(" in (");
    sql.indented(
        nested -> {
          nested.line("select ");
          lanes.headId(nested, one -> one.sql(LaneSql.LANE));
          nested.line("from " + LaneSql.LANES).line("where ");
          lanes.nothingLeased(nested, one -> one.sql(LaneSql.LANE));
        });
    sql.sql(")");
    lanes.stillClaimable().forEach(condition -> condition.accept(sql.line("  and ")));
    sql.line("returning ");
    ClaimSql.countedColumns(sql, spec, "1");
    return lanes.statement(sql, "claim");
  }

  @Override
  public Statement releaseHead(TableSpec spec) {
    return LaneStatements.releaseHead(GRAMMAR, spec);
  }

  @Override
  public Write.Counted leaseWrite(TableSpec spec, Event event, int tokens) {
    Refusals.requireLease(spec);
    return settle(spec, event, LeaseSql.oneRow(spec, tokens));
  }

  @Override
  public Write leaseWriteAll(TableSpec spec, Event event, int tokens) {
    Refusals.requireLease(spec);
    List<Consumer<SqlWriter>> ours = LeaseSql.manyRows(spec, tokens, Triples.VALUES);
    if (event.kind() == Kind.DEAD_LETTER_TO_TABLE) {
      SqlWriter find = new SqlWriter(GRAMMAR);
      ClaimSql.selectId(find, spec);
      return LeaseSql.lockThenWrite(GRAMMAR, spec, event, tokens, find.where(ours), COPY);
    }
    SettleSql.require(GRAMMAR, spec, event);
    SqlWriter sql = new SqlWriter(GRAMMAR);
    SettleSql.change(sql, spec, event, RowValues.ofEach(spec, tokens));
    sql.where(ours).line("returning ").name(spec.id());
    return new Write.Returning(sql.toStatement(SettleSql.path(spec, event) + "-batch"));
  }

  @Override
  public Statement leaseRead(TableSpec spec) {
    Refusals.requireLease(spec);
    return LeaseSql.read(GRAMMAR, spec);
  }

  @Override
  public Claim claimByIds(TableSpec spec, boolean suspects) {
    refuseRowLock(spec);
    return LeaseSql.claimByIds(
        GRAMMAR, spec, ids -> LeaseSql.take(GRAMMAR, spec, ids, suspects, ""));
  }

  @Override
  public AdvisoryClaim advisoryClaim(TableSpec spec, boolean ownLocks) {
    Refusals.requireAdvisory(spec);
    return new SqliteKeys(GRAMMAR, spec).claim();
  }

  @Override
  public Write.Counted advisorySettle(TableSpec spec, Event event, boolean onSession) {
    Refusals.requireAdvisory(spec);
    return settle(spec, event, AdvisorySql.ours(spec));
  }

  @Override
  public Statement advisoryFind(TableSpec spec, boolean onSession) {
    Refusals.requireAdvisory(spec);
    return AdvisorySql.find(GRAMMAR, spec, List.of(), "");
  }

  // As in the original, which has no list parameter here: the rows of an own claim are read by an
  // own fetch (B274).
  @Override
  public void requireFetch(TableSpec spec) {
    Refusals.fetch(GRAMMAR, spec, "SQLite");
  }

  @Override
  public Statement insert(TableSpec spec, List<ColumnSpec> columns, Optional<Stamp> stamp) {
    return InsertSql.insert(GRAMMAR, spec, columns, stamp, "default values");
  }

  @Override
  public Statement insertIfAbsent(TableSpec spec, Statement insert, List<ColumnSpec> unique) {
    return IfAbsentSql.onConflict(GRAMMAR, insert, unique);
  }

  // The statement itself leaves the row out.
  @Override
  public boolean isDuplicate(String message, int vendorCode, TableSpec spec, String index) {
    return false;
  }

  @Override
  public List<String> ddl(TableSpec spec) {
    return DDL.withIndexes(spec, indexDdl(spec));
  }

  // The claim index holds only rows that wait, whatever is in work or finished; the suspect index
  // only rows in work.
  @Override
  public List<String> indexDdl(TableSpec spec) {
    return DDL.partialIndexes(spec);
  }

  @Override
  public String fixDdl(TableSpec spec, ColumnSpec column, boolean exists) {
    if (!exists && !column.plays(Role.ID)) {
      return DDL.addColumn(spec, column);
    }
    return "-- SQLite cannot make %s.%s %s in place: create the table anew and copy its rows"
        .formatted(
            SqlWriter.quoted(GRAMMAR, spec.table()),
            quote(column.name()),
            column.plays(Role.ID) ? "the primary key" : "NOT NULL");
  }

  // sqlite-jdbc leaves the state null; the low byte of an extended code is the primary one.
  @Override
  public Failure classify(@Nullable String sqlState, int vendorCode) {
    return switch (vendorCode & 0xff) {
      // ABORT, BUSY, LOCKED, INTERRUPT, PROTOCOL (a race for the WAL), SCHEMA (changed since the
      // prepare).
      case 4, 5, 6, 9, 15, 17 -> Failure.RETRYABLE;
      // TOOBIG, CONSTRAINT (also a trigger's RAISE), MISMATCH.
      case 18, 19, 20 -> Failure.REFUSED;
      // ERROR, PERM, READONLY, CORRUPT, AUTH, NOTADB.
      case 1, 3, 8, 11, 23, 26 -> Failure.BROKEN;
      // NOMEM, IOERR, FULL, CANTOPEN, and what carries no code.
      default -> Failure.CONNECTION;
    };
  }

  private static Write.Counted settle(
      TableSpec spec, Event event, List<Consumer<SqlWriter>> guard) {
    SettleSql.require(GRAMMAR, spec, event);
    return event.kind() == Kind.DEAD_LETTER_TO_TABLE
        ? DeadLetterSql.copyThenDelete(GRAMMAR, spec, event, guard, COPY)
        : SettleSql.counted(GRAMMAR, spec, event, guard);
  }

  private static Claim leaseClaim(TableSpec spec, Rows rows, String verb) {
    Refusals.requireLease(spec);
    SqlWriter sql = new SqlWriter(GRAMMAR);
    ClaimSql.stamp(sql, spec);
    if (spec.fifoGroups()) {
      sql.where(FifoSql.head(spec, rows, ClaimSql.orderColumns(spec)));
    } else {
      first(sql, spec, rows);
    }
    sql.line("returning ");
    ClaimSql.countedColumns(sql, spec, "1");
    return Claim.inOne(sql.toStatement(FifoSql.path(spec, verb))).unordered();
  }

  private static void first(SqlWriter sql, TableSpec spec, Rows rows) {
    sql.line("where ").name(spec.id()).sql(" in (");
    sql.indented(
        nested -> {
          ClaimSql.selectId(nested, spec);
          nested.where(ClaimSql.claimable(spec, rows));
          ClaimSql.order(nested, spec);
          nested.line("limit ").bind(Meaning.LIMIT);
        });
    sql.sql(")");
  }

  private static void refuseRowLock(TableSpec spec) {
    if (spec.form() == ClaimForm.ROW_LOCK) {
      throw noRowLocks(spec);
    }
  }

  private static DialectException noRowLocks(TableSpec spec) {
    return new DialectException(
        ("table %s: SQLite has no row locks, so the row lock form does not exist there: add a"
                + " @LockedUntil column (the lease form), or a lock key (the advisory form)")
            .formatted(spec.table()));
  }
}
