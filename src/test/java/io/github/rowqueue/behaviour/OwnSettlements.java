package io.github.rowqueue.behaviour;

import io.github.rowqueue.subscribe.Backoff;
import io.github.rowqueue.subscribe.OwnCode;
import io.github.rowqueue.subscribe.OwnRow;
import io.github.rowqueue.subscribe.OwnStatements;
import io.github.rowqueue.subscribe.SubscriptionBuilder;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.util.Queue;

/** Statements that settle rows as a service might, and subscriptions with them. */
final class OwnSettlements {

  private OwnSettlements() {}

  /** Moves a row to the group, as an ack that keeps it. */
  static String moveTo(QueueFixture queue, JobForm form, String group) {
    return OwnStatementsBehaviours.sql(
        queue,
        "update [%s] set [grp] = '%s'%s where [id] = :id"
            .formatted(form.table(), group, OwnStatementsBehaviours.free(form)));
  }

  static OwnCode updating(String sql, Queue<OwnRow> seen) {
    return (connection, row) -> {
      seen.add(row);
      try (PreparedStatement update = connection.prepareStatement(sql.replace(":id", "?"))) {
        update.setObject(1, row.id());
        return update.executeUpdate();
      }
    };
  }

  static SubscriptionBuilder<String> subscription(
      JobForm form, String group, OwnStatements.Builder own) {
    return form.subscription(group)
        .backoff(Backoff.fixed(Duration.ofHours(1)))
        .statements(own.build());
  }
}
