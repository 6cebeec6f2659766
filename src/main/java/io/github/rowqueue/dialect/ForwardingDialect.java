package io.github.rowqueue.dialect;

import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.TableSpec;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Another dialect, of which a subclass changes what it must: the seam for a service that wants one
 * statement otherwise. Given to {@code RowqueueBuilder.dialect(…)}.
 *
 * <p>The statement that settles one row is changed by {@link #settlement}, in both forms; it is
 * then sent row by row, where ours would write several at once. For anything else override the
 * method of the statement. A subclass that overrides {@link #leaseWrite} answers {@link
 * #leaseWriteAll} too, by {@link Write.Singly} or a batch of its own, or a busy subscription would
 * write the unchanged one. Leave {@link #name()} as it is: statements and logs go by it.
 *
 * <p>As thread-safe as the dialect it wraps.
 */
public abstract class ForwardingDialect implements Dialect {

  private final Dialect other;

  /** Wraps {@code other}. */
  protected ForwardingDialect(Dialect other) {
    this.other = Objects.requireNonNull(other, "other");
  }

  @Override
  public String name() {
    return other.name();
  }

  @Override
  public String quote(String name) {
    return other.quote(name);
  }

  @Override
  public void requireServer(String product, String version) {
    other.requireServer(product, version);
  }

  @Override
  public void requireTable(TableSpec spec) {
    other.requireTable(spec);
  }

  @Override
  public void requireTransactions(TableSpec spec) {
    other.requireTransactions(spec);
  }

  @Override
  public boolean singleWriter() {
    return other.singleWriter();
  }

  @Override
  public int largestBatch() {
    return other.largestBatch();
  }

  @Override
  public Optional<String> begin() {
    return other.begin();
  }

  @Override
  public Statement serverVersion() {
    return other.serverVersion();
  }

  @Override
  public Statement serverTime() {
    return other.serverTime();
  }

  @Override
  public Claim rowLockClaim(TableSpec spec) {
    return other.rowLockClaim(spec);
  }

  @Override
  public Write.Counted rowLockSettle(TableSpec spec, Event event) {
    return changed(spec, event, other.rowLockSettle(spec, event));
  }

  @Override
  public Claim leaseClaim(TableSpec spec) {
    return other.leaseClaim(spec);
  }

  @Override
  public Claim leaseClaimSuspect(TableSpec spec) {
    return other.leaseClaimSuspect(spec);
  }

  @Override
  public LaneClaim laneClaim(TableSpec spec) {
    return other.laneClaim(spec);
  }

  @Override
  public Statement releaseHead(TableSpec spec) {
    return other.releaseHead(spec);
  }

  @Override
  public Write.Counted leaseWrite(TableSpec spec, Event event, int tokens) {
    return changed(spec, event, other.leaseWrite(spec, event, tokens));
  }

  @Override
  public Write leaseWriteAll(TableSpec spec, Event event, int tokens) {
    Write.Counted ours = other.leaseWrite(spec, event, 1);
    Write.Counted changed = changed(spec, event, ours);
    return changed.equals(ours)
        ? other.leaseWriteAll(spec, event, tokens)
        : new Write.Singly(changed.name());
  }

  /**
   * The statement that settles one row, or extends its lease: by default as it is. The end of its
   * text, from {@code where} on, says which row is meant and proves that it is ours; it is to be
   * kept, and so are its parameters. Not asked about moves of two statements.
   *
   * @param ours the statement of the dialect that is wrapped
   * @return {@code ours}, or another statement, which logs and exceptions quote by its own name
   */
  protected Statement settlement(TableSpec spec, Event event, Statement ours) {
    return ours;
  }

  private Write.Counted changed(TableSpec spec, Event event, Write.Counted ours) {
    return ours.statements().size() == 1
        ? new Write.Counted(List.of(settlement(spec, event, ours.statements().get(0))))
        : ours;
  }

  @Override
  public AdvisoryClaim advisoryClaim(TableSpec spec, boolean ownLocks) {
    return other.advisoryClaim(spec, ownLocks);
  }

  @Override
  public Write.Counted advisorySettle(TableSpec spec, Event event, boolean onSession) {
    return changed(spec, event, other.advisorySettle(spec, event, onSession));
  }

  @Override
  public Statement advisoryFind(TableSpec spec, boolean onSession) {
    return other.advisoryFind(spec, onSession);
  }

  @Override
  public Statement leaseRead(TableSpec spec) {
    return other.leaseRead(spec);
  }

  @Override
  public Claim claimByIds(TableSpec spec, boolean suspects) {
    return other.claimByIds(spec, suspects);
  }

  @Override
  public void requireFetch(TableSpec spec) {
    other.requireFetch(spec);
  }

  @Override
  public Statement insert(TableSpec spec, List<ColumnSpec> columns, Optional<Stamp> stamp) {
    return other.insert(spec, columns, stamp);
  }

  // insertRows is not forwarded: an insert that a subclass changes is the one of many rows too.

  @Override
  public Statement insertIfAbsent(TableSpec spec, Statement insert, List<ColumnSpec> unique) {
    return other.insertIfAbsent(spec, insert, unique);
  }

  @Override
  public boolean isDuplicate(String message, int vendorCode, TableSpec spec, String index) {
    return other.isDuplicate(message, vendorCode, spec, index);
  }

  @Override
  public List<String> ddl(TableSpec spec) {
    return other.ddl(spec);
  }

  @Override
  public List<String> indexDdl(TableSpec spec) {
    return other.indexDdl(spec);
  }

  @Override
  public String fixDdl(TableSpec spec, ColumnSpec column, boolean exists) {
    return other.fixDdl(spec, column, exists);
  }

  @Override
  public Optional<Channels> channels() {
    return other.channels();
  }

  @Override
  public List<String> notifyDdl(TableSpec spec) {
    return other.notifyDdl(spec);
  }

  @Override
  public Failure classify(@Nullable String sqlState, int vendorCode) {
    return other.classify(sqlState, vendorCode);
  }
}
