package io.github.rowqueue.examples.docs;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Subscription;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.sql.DataSource;

/** Reports are asked for, and told of, by name. */
final class Reports {

  private Reports() {}

  /** A report that is asked for. */
  record Wanted(String customer, int month) {}

  /** A report that can be fetched. */
  record Ready(String customer, String file) {}

  /** What a service's framework knows of its transactions. */
  interface Transactions {
    /** Runs {@code action} after the commit of the transaction under way. */
    void afterCommit(Runnable action);
  }

  // snippet:routes
  static Rowqueue start(
      DataSource database, Function<Wanted, String> render, Consumer<Ready> mail) {
    return Rowqueue.on(database)
        .route("reports.*", ReportJob.class) // reports.monthly, reports.ready, …
        .route("*", NoticeJob.class) // all other names
        .subscribe(monthly(render), ready(mail))
        .start();
  }

  static void ask(Rowqueue rowqueue) {
    rowqueue.publish("reports.monthly", new Wanted("ada", 11));
  }

  static Subscription ready(Consumer<Ready> mail) {
    return Subscription.named("reports.ready", Ready.class)
        .handle(
            (report, delivery) -> {
              mail.accept(report);
              return Outcome.ack();
            });
  }

  // end

  // snippet:reply
  static Subscription monthly(Function<Wanted, String> render) {
    return Subscription.named("reports.monthly", Wanted.class)
        .workers(4)
        .handle(
            (wanted, delivery) -> {
              String file = render.apply(wanted);
              return Outcome.ack().publish("reports.ready", new Ready(wanted.customer(), file));
            });
  }

  // end

  // snippet:after-commit
  static Rowqueue woken(DataSource database, Transactions transactions) {
    return Rowqueue.on(database)
        .afterCommit((connection, wake) -> transactions.afterCommit(wake))
        .start();
  }
  // end
}
