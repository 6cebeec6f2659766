package io.github.rowqueue.examples.mail;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.examples.SqlScript;
import io.github.rowqueue.examples.mail.Mailer.MailboxFull;
import io.github.rowqueue.subscribe.Delivery;
import io.github.rowqueue.subscribe.RowqueueListener;
import io.github.rowqueue.subscribe.Settled;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class MailExampleTest {

  private static final Duration PATIENCE = Duration.ofMillis(200);

  private final Set<String> full = ConcurrentHashMap.newKeySet();
  private final LinkedBlockingQueue<String> sent = new LinkedBlockingQueue<>();
  private final LinkedBlockingQueue<Settled> settled = new LinkedBlockingQueue<>();
  private final CountDownLatch acked = new CountDownLatch(3);

  @Test
  void a_mail_to_a_full_mailbox_is_sent_later_and_sent_mails_are_kept() throws Exception {
    full.add("bob@example.org");
    try (HikariDataSource pool = pool();
        Rowqueue rowqueue =
            Rowqueue.on(pool)
                .onStart(connection -> SqlScript.run(connection, MailQueue.class, "schema.sql"))
                .subscribe(MailQueue.outgoingMails(this::send, PATIENCE))
                .listener(listener())
                .start()) {
      rowqueue
          .publisher(OutgoingMail.class)
          .publishAll(
              List.of(
                  OutgoingMail.to("ada@example.org", "Hello"),
                  OutgoingMail.to("bob@example.org", "Hello"),
                  OutgoingMail.to("cleo@example.org", "Hello")));

      assertThat(acked.await(30, TimeUnit.SECONDS)).isTrue();

      assertThat(sent).hasSize(3).last().isEqualTo("bob@example.org");
      assertThat(settled)
          .containsExactlyInAnyOrder(Settled.ACKED, Settled.RETRIED, Settled.ACKED, Settled.ACKED);
      assertThat(count(pool, "\"sent_at\" is not null")).isEqualTo(3);
      assertThat(count(pool, "\"recipient\" like 'bob%' and \"attempt\" = 2")).isEqualTo(1);
    }
  }

  /** Has room for Bob's mail at the second try. */
  private void send(String recipient, String subject) throws MailboxFull {
    if (full.remove(recipient)) {
      throw new MailboxFull(recipient);
    }
    sent.add(recipient);
  }

  private RowqueueListener listener() {
    return new RowqueueListener() {
      @Override
      public void settled(Delivery delivery, Settled how) {
        settled.add(how);
        if (how == Settled.ACKED) {
          acked.countDown();
        }
      }
    };
  }

  private static HikariDataSource pool() {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl("jdbc:h2:mem:mail;DB_CLOSE_DELAY=-1");
    config.setMaximumPoolSize(5);
    return new HikariDataSource(config);
  }

  private static long count(HikariDataSource pool, String condition) throws Exception {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("select count(*) from \"outgoing_mails\" where " + condition)) {
      assertThat(rows.next()).isTrue();
      return rows.getLong(1);
    }
  }
}
