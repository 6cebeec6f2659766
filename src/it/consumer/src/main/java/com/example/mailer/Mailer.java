package com.example.mailer;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.dialect.Dialects;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Runs one message through, and says so on standard output. */
public final class Mailer {

  /** What a mail says. */
  record Mail(String to, String text) {}

  private Mailer() {}

  /** Ends with 0 only if the message was handled. */
  public static void main(String[] arguments) throws InterruptedException {
    CountDownLatch handled = new CountDownLatch(1);
    Subscription mails =
        Subscription.of("mails", MailJob.class)
            .payload(Mail.class)
            .handle(
                (mail, delivery) -> {
                  System.out.println("handled=" + mail.to() + ":" + mail.text());
                  handled.countDown();
                  return Outcome.ack();
                });
    try (Rowqueue rowqueue =
        Rowqueue.on("jdbc:h2:mem:mailer;DB_CLOSE_DELAY=-1")
            .onStart(Mailer::createTable)
            .subscribe(mails)
            .start()) {
      rowqueue.publisher(MailJob.class).publishMessage(new Mail("ada", "hello"));
      if (!handled.await(30, TimeUnit.SECONDS)) {
        throw new IllegalStateException("no message within 30 s");
      }
    }
    System.out.println("module=" + Mailer.class.getModule().isNamed());
  }

  private static void createTable(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : Dialects.h2().ddl(Table.of(MailJob.class).spec())) {
        statement.execute(sql);
      }
    }
  }
}
