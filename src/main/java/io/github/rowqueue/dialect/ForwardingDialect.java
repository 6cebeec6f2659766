package io.github.rowqueue.dialect;

import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.TableSpec;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Another dialect, of which a subclass changes what it must. */
abstract class ForwardingDialect implements Dialect {

  private final Dialect other;

  ForwardingDialect(Dialect other) {
    this.other = other;
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
  public boolean singleWriter() {
    return other.singleWriter();
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
    return other.rowLockSettle(spec, event);
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
  public Write.Counted leaseWrite(TableSpec spec, Event event, int tokens) {
    return other.leaseWrite(spec, event, tokens);
  }

  @Override
  public Write leaseWriteAll(TableSpec spec, Event event, int tokens) {
    return other.leaseWriteAll(spec, event, tokens);
  }

  @Override
  public Statement leaseRead(TableSpec spec) {
    return other.leaseRead(spec);
  }

  @Override
  public Statement insert(TableSpec spec, List<ColumnSpec> columns) {
    return other.insert(spec, columns);
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
  public Failure classify(@Nullable String sqlState, int vendorCode) {
    return other.classify(sqlState, vendorCode);
  }
}
