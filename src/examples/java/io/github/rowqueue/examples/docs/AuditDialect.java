package io.github.rowqueue.examples.docs;

import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.dialect.Event;
import io.github.rowqueue.dialect.ForwardingDialect;
import io.github.rowqueue.dialect.Statement;
import io.github.rowqueue.table.TableSpec;

/** Keeps finished notices in the channel "audit" instead of deleting them. */
// snippet:dialect
final class AuditDialect extends ForwardingDialect {

  AuditDialect(Dialect ours) {
    super(ours);
  }

  @Override
  protected Statement settlement(TableSpec spec, Event event, Statement ours) {
    if (!event.equals(Event.ACK)) {
      return ours;
    }
    String where = ours.sql().substring(ours.sql().indexOf("where "));
    return new Statement(
        ours.name() + "-audit",
        "update notice_jobs set channel = 'audit', locked_until = null\n" + where,
        ours.params());
  }
}
// end
