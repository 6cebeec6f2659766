package io.github.rowqueue.dialect;

import io.github.rowqueue.dialect.ClaimSql.Rows;
import io.github.rowqueue.dialect.DeadLetterSql.Copy;
import io.github.rowqueue.dialect.Event.Kind;
import io.github.rowqueue.dialect.LeaseSql.Triples;
import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.Isolation;
import io.github.rowqueue.table.TableSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * H2 2.2.220 and newer. Its FOR UPDATE locks every row the conditions match, whatever the LIMIT: a
 * claim first reads candidate ids without a lock, more than are wanted, then locks only ids it
 * names, checking again that they are claimable. It has no UPDATE … RETURNING, so that a lease
 * claim stamps its rows and a batch locks them first.
 *
 * <p>Its clock stands still inside a transaction: on the database's clock a delay counts from the
 * claim, not from the settlement.
 */
final class H2Dialect implements Dialect {

  private static final Grammar GRAMMAR = new H2Grammar();
  private static final DdlSql DDL = new DdlSql(GRAMMAR, new H2Types(), NameLimit.CHARACTERS_256);
  private static final Copy COPY = new Copy(" overriding system value", "for update");

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
    ServerVersion.require("H2", version, 2, 2, 220);
  }

  @Override
  public void requireTable(TableSpec spec) {
    Refusals.require(spec, "H2", NameLimit.CHARACTERS_256, Openings.H2);
  }

  @Override
  public void requireTransactions(TableSpec spec) {
    Openings.requireTransactions(spec, "H2", List.of(Isolation.REPEATABLE_READ));
  }

  @Override
  public boolean singleWriter() {
    return false;
  }

  @Override
  public Optional<String> begin() {
    return Optional.empty();
  }

  @Override
  public Statement serverVersion() {
    return new SqlWriter(GRAMMAR).sql("select h2version()").toStatement("server/version");
  }

  @Override
  public Statement serverTime() {
    return new SqlWriter(GRAMMAR)
        .sql("select cast(extract(epoch from current_timestamp) * 1000000 as bigint)")
        .toStatement("server/time");
  }

  @Override
  public Claim rowLockClaim(TableSpec spec) {
    Refusals.requireRowLock(spec);
    if (spec.fifoGroups()) {
      return Claim.inOne(head(spec, Rows.UNLOCKED, "claim")).under(H2Lanes.guard(GRAMMAR, spec));
    }
    return Claim.byCandidates(
        candidates(spec, Rows.UNLOCKED, "row-lock/claim"),
        ids -> lock(spec, Rows.UNLOCKED, ids, "row-lock/claim"));
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

  @Override
  public LaneClaim laneClaim(TableSpec spec) {
    return H2Lanes.claim(GRAMMAR, spec, this::rowLockClaim);
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

  // A plain list of triples: "in (values …)" and "or" scan the table.
  @Override
  public Write leaseWriteAll(TableSpec spec, Event event, int tokens) {
    Refusals.requireLease(spec);
    SqlWriter lock = new SqlWriter(GRAMMAR);
    ClaimSql.selectId(lock, spec);
    lock.where(LeaseSql.manyRows(spec, tokens, Triples.LISTED)).line("for update skip locked");
    return LeaseSql.lockThenWrite(GRAMMAR, spec, event, tokens, lock, COPY);
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
        ids -> LeaseSql.take(GRAMMAR, spec, ids, suspects, "for update skip locked"));
  }

  // There are no named locks; an embedded database is this process's alone.
  @Override
  public AdvisoryClaim advisoryClaim(TableSpec spec, boolean ownLocks) {
    Refusals.requireAdvisory(spec);
    String key =
        "concat_ws('', '', %s)"
            .formatted(
                AdvisorySql.parts(
                    GRAMMAR,
                    spec,
                    text -> Grammar.quote(text, "'"),
                    UnaryOperator.identity(),
                    ", "));
    Statement database =
        new SqlWriter(GRAMMAR)
            .sql("select coalesce(database_path(), database())")
            .toStatement("advisory/database");
    return new AdvisoryClaim(
        excluded ->
            AdvisorySql.candidates(
                GRAMMAR, spec, key, key, ClaimSql.equalThenOrderColumns(spec), excluded),
        new KeyLocks.OfProcess(database),
        AdvisorySql.readThenCount(
            GRAMMAR, spec, AdvisorySql.claimable(spec), "for update skip locked"));
  }

  @Override
  public Write.Counted advisorySettle(TableSpec spec, Event event, boolean onSession) {
    Refusals.requireAdvisory(spec);
    return settle(spec, event, AdvisorySql.ours(spec));
  }

  @Override
  public Statement advisoryFind(TableSpec spec, boolean onSession) {
    Refusals.requireAdvisory(spec);
    return AdvisorySql.find(GRAMMAR, spec, List.of(), "for update");
  }

  @Override
  public void requireFetch(TableSpec spec) {
    // Rows are read by their ids.
  }

  @Override
  public Statement insert(TableSpec spec, List<ColumnSpec> columns, Optional<Stamp> stamp) {
    return InsertSql.insert(GRAMMAR, spec, columns, stamp, "default values");
  }

  // A MERGE meets the row of a concurrent one as a duplicate all the same.
  @Override
  public Statement insertIfAbsent(TableSpec spec, Statement insert, List<ColumnSpec> unique) {
    return IfAbsentSql.plain(insert);
  }

  @Override
  public boolean isDuplicate(String message, int vendorCode, TableSpec spec, String index) {
    return vendorCode == 23505 && IfAbsentSql.namedByH2(message, index);
  }

  @Override
  public List<String> ddl(TableSpec spec) {
    return DDL.withIndexes(spec, indexDdl(spec));
  }

  // One index only: a second one that starts with the group draws the claim away from its order.
  @Override
  public List<String> indexDdl(TableSpec spec) {
    return DDL.equalityIndex(spec);
  }

  @Override
  public String fixDdl(TableSpec spec, ColumnSpec column, boolean exists) {
    return exists
        ? "alter table %s alter column %s set not null"
            .formatted(SqlWriter.quoted(GRAMMAR, spec.table()), quote(column.name()))
        : DDL.addColumn(spec, column);
  }

  @Override
  public Failure classify(@Nullable String sqlState, int vendorCode) {
    return switch (vendorCode) {
      // Lock wait and NOWAIT (state HYT00), a cancel or time-out (57014), a row gone or changed
      // beneath the statement.
      case 50200, 57014, 90112, 90131 -> Failure.RETRYABLE;
      // A trigger of the service raised an error.
      case 90044 -> Failure.REFUSED;
      // No right; a feature, function or sequence that does not exist.
      case 90096, 90022, 90036, 50100 -> Failure.BROKEN;
      default -> SqlStates.ofClass(sqlState);
    };
  }

  private static Claim leaseClaim(TableSpec spec, Rows rows, String verb) {
    Refusals.requireLease(spec);
    if (spec.fifoGroups()) {
      return Claim.lockThenStamp(head(spec, rows, verb), n -> stamp(spec, n))
          .under(H2Lanes.guard(GRAMMAR, spec));
    }
    String path = "lease/" + verb;
    return Claim.byCandidates(
        candidates(spec, rows, path), ids -> lock(spec, rows, ids, path), n -> stamp(spec, n));
  }

  // One row named by its id, which is all that FOR UPDATE then locks.
  private static Statement head(TableSpec spec, Rows rows, String verb) {
    SqlWriter sql = new SqlWriter(GRAMMAR);
    ClaimSql.select(sql, spec);
    sql.where(FifoSql.head(spec, rows, ClaimSql.equalThenOrderColumns(spec)));
    return sql.line("for update skip locked").toStatement(FifoSql.path(spec, verb));
  }

  // H2 sorts by an index only if the order names all its columns from the first, also those an
  // equality has fixed: with
  // the group in front 0.2 ms, without it 20 ms for 5000 rows. A look for suspects sorts, and reads
  // the waiting rows of
  // its group, since H2 starts a range at the nulls.
  private static Statement candidates(TableSpec spec, Rows rows, String path) {
    SqlWriter sql = new SqlWriter(GRAMMAR);
    ClaimSql.selectId(sql, spec);
    sql.where(ClaimSql.claimable(spec, rows));
    if (rows == Rows.SUSPECT) {
      ClaimSql.order(sql, spec);
    } else {
      sql.line("order by ").each(ClaimSql.equalThenOrderColumns(spec), sql::name);
    }
    return sql.line("limit ").bind(Meaning.LIMIT).toStatement(path + "-candidates");
  }

  private static Statement lock(TableSpec spec, Rows rows, int ids, String path) {
    SqlWriter sql = new SqlWriter(GRAMMAR);
    ClaimSql.select(sql, spec);
    List<Consumer<SqlWriter>> conditions = new ArrayList<>(List.of(LeaseSql.ids(spec, ids)));
    conditions.addAll(ClaimSql.claimable(spec, rows));
    sql.where(conditions);
    ClaimSql.order(sql, spec);
    return sql.line("for update skip locked").toStatement(path);
  }

  private static Statement stamp(TableSpec spec, int rows) {
    return LeaseSql.stamp(GRAMMAR, spec, rows);
  }

  private static Write.Counted settle(
      TableSpec spec, Event event, List<Consumer<SqlWriter>> guard) {
    SettleSql.require(GRAMMAR, spec, event);
    return event.kind() == Kind.DEAD_LETTER_TO_TABLE
        ? DeadLetterSql.copyThenDelete(GRAMMAR, spec, event, guard, COPY)
        : SettleSql.counted(GRAMMAR, spec, event, guard);
  }
}
