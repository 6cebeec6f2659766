package io.github.rowqueue.internal.form;

import io.github.rowqueue.dialect.KeyLocks;
import io.github.rowqueue.dialect.Statement;
import io.github.rowqueue.subscribe.OwnAction;
import io.github.rowqueue.subscribe.OwnEvent;
import java.util.Optional;

/** The statements by which a service locks keys itself (B301). */
final class OwnLocks {

  private OwnLocks() {}

  /** Its lock and unlock; empty where it leaves them to us. */
  static Optional<KeyLocks.OfSession> of(FormContext context) {
    Optional<Statement> lock = statement(context, OwnEvent.LOCK);
    Optional<Statement> unlock = statement(context, OwnEvent.UNLOCK);
    return lock.isPresent() && unlock.isPresent()
        ? Optional.of(new KeyLocks.OfSession(lock.get(), unlock.get()))
        : Optional.empty();
  }

  private static Optional<Statement> statement(FormContext context, OwnEvent event) {
    return context
        .subscription()
        .statements()
        .action(event)
        .map(OwnAction.Sql.class::cast)
        .map(sql -> OwnWrites.statements(sql, name(context, event), context.table().spec()).get(0));
  }

  private static String name(FormContext context, OwnEvent event) {
    return OwnWrites.name(context.database().dialect().name(), context.table().spec(), event);
  }
}
