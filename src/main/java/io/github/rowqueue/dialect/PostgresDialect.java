package io.github.rowqueue.dialect;

import io.github.rowqueue.dialect.ClaimSql.Rows;
import io.github.rowqueue.dialect.Event.Kind;
import io.github.rowqueue.table.ClaimForm;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.Isolation;
import io.github.rowqueue.table.TableSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * PostgreSQL 13 and newer. It lacks little: RETURNING keeps no order, so that a lease claim sorts
 * what it took once more; and a limited sub-select inside {@code in (…)} may be run once per row (a
 * claim of 10 took 2000 of 2000), so that every statement here takes its ids through {@code =
 * any(array(select …))}, which is run once under every plan.
 */
final class PostgresDialect implements Dialect {

  private static final Grammar GRAMMAR = new PostgresGrammar();
  private static final Channels CHANNELS = new PostgresChannels(GRAMMAR);
  private static final DdlSql DDL = new DdlSql(GRAMMAR, new PostgresTypes(), NameLimit.BYTES_63);

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
    ServerVersion.require("PostgreSQL", version, 13);
  }

  @Override
  public void requireTable(TableSpec spec) {
    Refusals.require(spec, "PostgreSQL", NameLimit.BYTES_63, Openings.POSTGRESQL);
  }

  @Override
  public void requireTransactions(TableSpec spec) {
    Openings.requireTransactions(
        spec, "PostgreSQL", List.of(Isolation.REPEATABLE_READ, Isolation.SERIALIZABLE));
  }

  @Override
  public boolean singleWriter() {
    return false;
  }

  // Arrays of 512 rows take 2 ms, and share one wait for the disk.
  @Override
  public int largestBatch() {
    return 512;
  }

  // The driver sends BEGIN together with the first statement, which costs no round trip.
  @Override
  public Optional<String> begin() {
    return Optional.empty();
  }

  @Override
  public Statement serverVersion() {
    return new SqlWriter(GRAMMAR)
        .sql("select current_setting('server_version')")
        .toStatement("server/version");
  }

  @Override
  public Statement serverTime() {
    return new SqlWriter(GRAMMAR)
        .sql("select cast(extract(epoch from clock_timestamp()) * 1000000 as bigint)")
        .toStatement("server/time");
  }

  @Override
  public Claim rowLockClaim(TableSpec spec) {
    Refusals.requireRowLock(spec);
    SqlWriter sql = new SqlWriter(GRAMMAR);
    boolean byPriority = PostgresClaimSql.isByPriority(spec, Rows.UNLOCKED);
    if (byPriority) {
      PostgresClaimSql.priorities(sql, spec, Rows.UNLOCKED);
      lockingColumns(sql, spec);
      PostgresClaimSql.eachPriority(sql, spec, Rows.UNLOCKED, rows -> ClaimSql.select(rows, spec));
    } else {
      lockingSelect(sql, spec);
      PostgresClaimSql.plain(sql, spec, Rows.UNLOCKED);
    }
    Claim claim = Claim.inOne(sql.toStatement(FifoSql.path(spec, "claim")));
    return guarded(spec, byPriority ? claim.unordered() : claim);
  }

  @Override
  public Write.Counted rowLockSettle(TableSpec spec, Event event) {
    Refusals.requireRowLock(spec);
    return settle(spec, event, List.of(LeaseSql.id(spec)));
  }

  @Override
  public Claim leaseClaim(TableSpec spec) {
    Claim claim = leaseClaim(spec, Rows.UNLEASED, "claim");
    return PostgresMarks.serve(spec)
        ? claim.orFrom(
            marks ->
                leaseClaim(spec, ids -> PostgresMarks.ids(ids, spec, marks), "lease/claim-marked"))
        : claim;
  }

  @Override
  public Claim leaseClaimSuspect(TableSpec spec) {
    return leaseClaim(spec, Rows.SUSPECT, "claim-suspect");
  }

  @Override
  public LaneClaim laneClaim(TableSpec spec) {
    return PostgresLanes.claim(GRAMMAR, spec, this::rowLockClaim);
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
    return new PostgresBatch(GRAMMAR, spec, event).write();
  }

  @Override
  public Statement leaseRead(TableSpec spec) {
    return LeaseSql.read(GRAMMAR, spec);
  }

  @Override
  public Claim claimByIds(TableSpec spec, boolean suspects) {
    return LeaseSql.claimByIds(
        GRAMMAR,
        spec,
        ids ->
            spec.form() == ClaimForm.LEASE
                ? LeaseSql.take(GRAMMAR, spec, ids, suspects, "for update skip locked")
                : rowLockTake(spec, ids));
  }

  private static Statement rowLockTake(TableSpec spec, int ids) {
    SqlWriter sql = new SqlWriter(GRAMMAR);
    lockingSelect(sql, spec);
    List<Consumer<SqlWriter>> conditions = new ArrayList<>(List.of(LeaseSql.ids(spec, ids)));
    conditions.addAll(ClaimSql.free(spec, false));
    return sql.where(conditions)
        .line("for update skip locked")
        .toStatement(LeaseSql.takePath(spec, false));
  }

  @Override
  public AdvisoryClaim advisoryClaim(TableSpec spec, boolean ownLocks) {
    return new PostgresKeys(GRAMMAR, spec).claim();
  }

  @Override
  public Write.Counted advisorySettle(TableSpec spec, Event event, boolean onSession) {
    Refusals.requireAdvisory(spec);
    return settle(spec, event, AdvisorySql.ours(spec));
  }

  @Override
  public Statement advisoryFind(TableSpec spec, boolean onSession) {
    return new PostgresKeys(GRAMMAR, spec).find();
  }

  @Override
  public void requireFetch(TableSpec spec) {
    // Rows are read by their ids.
  }

  @Override
  public Statement insert(TableSpec spec, List<ColumnSpec> columns, Optional<Stamp> stamp) {
    return InsertSql.insert(GRAMMAR, spec, columns, stamp, "default values");
  }

  // pgjdbc's batch is half as fast, unless reWriteBatchedInserts is set (17.5).
  @Override
  public Optional<Statement> insertRows(
      TableSpec spec, List<ColumnSpec> columns, Optional<Stamp> stamp, int rows) {
    return InsertSql.rows(GRAMMAR, spec, columns, stamp, rows);
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

  // A claim of fresh rows asks for "locked_until is null", so the claim index holds no row in work
  // and its scan meets
  // none (17.5, 200 000 rows in work: 0.2 ms instead of 120 ms). The price is that a claim or an
  // extension is never a
  // HOT update; the suspect index on locked_until costs that already, and without it the look for
  // rows of dead holders
  // would read every waiting row. Finished rows stay out of both, or the idle poll would read them
  // all (133 ms for 1M).
  @Override
  public List<String> indexDdl(TableSpec spec) {
    return DDL.partialIndexes(spec);
  }

  @Override
  public String fixDdl(TableSpec spec, ColumnSpec column, boolean exists) {
    return exists
        ? "alter table %s alter column %s set not null"
            .formatted(SqlWriter.quoted(GRAMMAR, spec.table()), quote(column.name()))
        : DDL.addColumn(spec, column);
  }

  @Override
  public Optional<Channels> channels() {
    return Optional.of(CHANNELS);
  }

  @Override
  public Failure classify(@Nullable String sqlState, int vendorCode) {
    if (sqlState == null) {
      return Failure.CONNECTION;
    }
    return switch (sqlState) {
      // Lock time-outs, cancels, an aborted transaction, and (0A000) a plan cached before an ALTER
      // TABLE.
      case "55P03", "57014", "25P02", "0A000" -> Failure.RETRYABLE;
      case "55000" -> Failure.BROKEN;
      default -> SqlStates.ofClass(sqlState);
    };
  }

  private static Claim leaseClaim(TableSpec spec, Rows rows, String verb) {
    Refusals.requireLease(spec);
    String path = FifoSql.path(spec, verb);
    return guarded(
        spec, Claim.inOne(leaseClaim(spec, ids -> PostgresClaimSql.ids(ids, spec, rows), path)));
  }

  private static Statement leaseClaim(TableSpec spec, Consumer<SqlWriter> ids, String path) {
    SqlWriter sql = new SqlWriter(GRAMMAR);
    sql.line("with claimed as (").indented(claimed -> claim(claimed, spec, ids)).sql(")");
    sql.line("select ").each(spec.columns(), sql::name).line("from claimed");
    ClaimSql.order(sql, spec);
    return sql.toStatement(path);
  }

  /** The columns, and keepalives for the transaction that keeps the rows, set once for all rows. */
  private static void lockingSelect(SqlWriter sql, TableSpec spec) {
    lockingColumns(sql, spec);
    sql.line("from ").table(spec.table());
  }

  private static void lockingColumns(SqlWriter sql, TableSpec spec) {
    sql.line("select ").each(spec.columns(), sql::name);
    if (!spec.fifoGroups()) { // a guard has set them
      PostgresKeepalives.ofTransaction()
          .forEach(setting -> sql.sql(",").line("  (select " + setting + ")"));
    }
  }

  private static Claim guarded(TableSpec spec, Claim claim) {
    return spec.fifoGroups()
        ? claim.under(new Guard.OfTransaction(PostgresGuard.take(GRAMMAR, spec)))
        : claim;
  }

  private static void claim(SqlWriter sql, TableSpec spec, Consumer<SqlWriter> ids) {
    ClaimSql.stamp(sql, spec);
    sql.line("where ");
    sql.name(spec.id()).sql(" = any(array(").indented(ids).sql("))");
    sql.line("returning ");
    // A smallint one: an integer would widen the column's type.
    ClaimSql.countedColumns(sql, spec, "cast(1 as smallint)");
  }

  static void idsOf(SqlWriter sql, TableSpec spec, Consumer<SqlWriter> rows) {
    sql.name(spec.id()).sql(" = any(array(");
    sql.indented(
        nested -> {
          ClaimSql.selectId(nested, spec);
          rows.accept(nested);
        });
    sql.sql("))");
  }

  private static Write.Counted settle(
      TableSpec spec, Event event, List<Consumer<SqlWriter>> guard) {
    SettleSql.require(GRAMMAR, spec, event);
    if (event.kind() == Kind.DEAD_LETTER_TO_TABLE) {
      return new Write.Counted(List.of(move(spec, event, guard)));
    }
    return SettleSql.counted(GRAMMAR, spec, event, guard);
  }

  private static Statement move(TableSpec spec, Event event, List<Consumer<SqlWriter>> guard) {
    SqlWriter sql = new SqlWriter(GRAMMAR);
    sql.line("with ");
    moved(sql, spec, guard);
    copy(sql, spec, event, RowValues.ofOne(spec));
    return sql.toStatement(SettleSql.path(spec, event));
  }

  static void moved(SqlWriter sql, TableSpec spec, List<Consumer<SqlWriter>> guard) {
    sql.sql("moved as (");
    sql.indented(
        nested -> {
          nested.line("delete from ").table(spec.table()).where(guard);
          nested.line("returning ").each(spec.columns(), nested::name);
        });
    sql.sql(")");
  }

  // A destination made by "create table (like …)" draws its ids itself and would refuse the copied
  // one (428C9).
  static void copy(SqlWriter sql, TableSpec spec, Event event, RowValues values) {
    DeadLetterSql.into(sql, spec, DeadLetterSql.destination(event), " overriding system value");
    DeadLetterSql.select(sql, spec, values);
    sql.line("from moved");
  }
}
