package io.github.rowqueue.ownership;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.subscribe.DeadLetter;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.subscribe.SubscriptionBuilder;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/**
 * A service of its own, in a JVM of its own, for {@link CrashTest} to kill. Arguments: form, cap,
 * JDBC URL, user, password. It prints {@code in handler} when its handler stands in a message
 * {@code hang}; the message {@code poison} halts the JVM.
 */
final class CrashingService {

  /** What the process ends with when the poison message halted it. */
  static final int HALTED = 86;

  private CrashingService() {}

  public static void main(String[] arguments) throws Exception {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(arguments[2]);
    config.setUsername(arguments[3]);
    config.setPassword(arguments[4]);
    config.setMaximumPoolSize(6);
    SubscriptionBuilder<String> builder =
        switch (arguments[0]) {
          case "lease" -> Workbench.jobs();
          case "key" -> Workbench.keyedJobs();
          default -> Workbench.lockedJobs();
        };
    int cap = Integer.parseInt(arguments[1]);
    if (cap > 0) {
      builder.maxAttempts(cap, DeadLetter.toGroup("dead"));
    }
    if (arguments[0].equals("lease")) {
      builder.lease(Duration.ofSeconds(4));
    }
    Subscription subscription = builder.workers(4).handle((message, delivery) -> handle(message));
    try (HikariDataSource pool = new HikariDataSource(config);
        Rowqueue rowqueue =
            Rowqueue.on(pool)
                .pollInterval(Duration.ofMillis(100))
                .subscribe(subscription)
                .start()) {
      System.out.println("started");
      rowqueue.awaitClosed();
    }
  }

  private static Outcome handle(String message) throws InterruptedException {
    if (message.equals("hang")) {
      System.out.println("in handler");
      System.out.flush();
      new CountDownLatch(1).await();
    }
    if (message.equals("poison")) {
      Runtime.getRuntime().halt(HALTED);
    }
    return Outcome.ack();
  }
}
