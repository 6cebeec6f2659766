package io.github.rowqueue.internal.form;

import io.github.rowqueue.error.StatementException;
import io.github.rowqueue.internal.jdbc.Session;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Opens the transactions of handlers whose rows' keys are held: on the session that holds them,
 * which keeps them beyond the commit (B228); or, where they are held by the process, on a
 * connection of its own. Thread-safe.
 */
final class AdvisoryTransactions implements HandlerAcks {

  private final FormContext context;
  private final Duration lease;
  private final AdvisorySettler settler;

  AdvisoryTransactions(FormContext context, Duration lease, AdvisorySettler settler) {
    this.context = context;
    this.lease = lease;
    this.settler = settler;
  }

  /** Opens one for {@code rows}, whose keys one claim has locked. */
  OwnHandlerTransaction open(List<AdvisoryRow> rows) {
    return OwnHandlerTransaction.open(this, rows, rows.get(0).hold().lend());
  }

  @Override
  public FormContext context() {
    return context;
  }

  @Override
  public String form() {
    return "advisory";
  }

  @Override
  public Optional<Duration> limit() {
    return HandlerAcks.limit(context, lease);
  }

  @Override
  public boolean ack(Session session, HandlerRow row) {
    return settler.ackWithHandler(session, (AdvisoryRow) row);
  }

  @Override
  public SettleResult afterCommit(HandlerRow row, StatementException failure) {
    return settler.afterCommit((AdvisoryRow) row, failure);
  }
}
