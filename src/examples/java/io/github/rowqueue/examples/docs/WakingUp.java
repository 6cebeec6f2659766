package io.github.rowqueue.examples.docs;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.dialect.Dialects;
import io.github.rowqueue.publish.ListenNotify;
import io.github.rowqueue.subscribe.RowqueueListener;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.Table;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;

/** Processes that wake each other. */
final class WakingUp {

  private WakingUp() {}

  // snippet:listen
  static Rowqueue start(DataSource pool, Subscription payments) {
    return Rowqueue.on(pool)
        .subscribe(payments)
        .listenNotify() // PostgreSQL only
        .pollInterval(Duration.ofSeconds(5)) // the floor: how long a lost notification costs
        .start();
  }

  // end

  // snippet:direct
  static Rowqueue start(DataSource pooled, DataSource direct, Subscription payments) {
    return Rowqueue.on(pooled)
        .subscribe(payments)
        .listenNotify(
            ListenNotify.defaults()
                .connection(direct) // past the pooler, to the server itself
                .heartbeat(Duration.ofSeconds(5)))
        .start();
  }

  // end

  // snippet:trigger
  static List<String> trigger() {
    return Dialects.postgresql().notifyDdl(Table.of(PaymentJob.class).spec());
  }

  // end

  // snippet:metric
  static final class ListenerUp implements RowqueueListener {
    final AtomicBoolean up = new AtomicBoolean();

    @Override
    public void listening(boolean listens) {
      up.set(listens);
    }
  }
  // end
}
