package io.github.rowqueue.examples.docs;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.subscribe.Delivery;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.RowqueueListener;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.subscribe.Subscription;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import javax.sql.DataSource;

/** How a service runs its queues. */
final class Operating {

  private Operating() {}

  // snippet:settings
  static Rowqueue start(DataSource database, Subscription payments, RowqueueListener metrics) {
    return Rowqueue.on(database)
        .subscribe(payments)
        .lease(Duration.ofSeconds(45))
        .pollInterval(Duration.ofMillis(500))
        .drainTimeout(Duration.ofSeconds(20)) // shorter than what the orchestrator grants
        .listener(metrics)
        .start();
  }

  // end

  // snippet:check
  static List<String> problems(DataSource database, Subscription payments) {
    return Rowqueue.check(database, payments).problems().stream().map(Object::toString).toList();
  }

  // end

  // snippet:shutdown
  static void run(Rowqueue rowqueue) throws InterruptedException {
    Runtime.getRuntime().addShutdownHook(new Thread(rowqueue::close));
    rowqueue.awaitClosed();
  }

  // end

  // snippet:metrics
  static final class Metrics implements RowqueueListener {
    final LongAdder parked = new LongAdder();
    final LongAdder lost = new LongAdder();
    final LongAdder failures = new LongAdder();
    final LongAdder handlerMillis = new LongAdder();

    @Override
    public void ended(Delivery delivery, Outcome outcome, Duration took) {
      handlerMillis.add(took.toMillis());
    }

    @Override
    public void settled(Delivery delivery, Settled how) {
      switch (how) {
        case PARKED -> parked.increment();
        case LOST -> lost.increment();
        default -> {}
      }
    }

    @Override
    public void failed(String subscription, RuntimeException failure) {
      failures.increment(); // a claim: it is tried again after the error backoff
    }
  }

  // end

  // snippet:postgresql
  static DataSource postgresql(String host, String user, String password) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl("jdbc:postgresql://%s/shop".formatted(host));
    config.setUsername(user);
    config.setPassword(password);
    config.addDataSourceProperty("tcpKeepAlive", "true");
    config.addDataSourceProperty("socketTimeout", "30");
    config.addDataSourceProperty("connectTimeout", "10");
    config.setMaximumPoolSize(10);
    return new HikariDataSource(config);
  }
  // end
}
