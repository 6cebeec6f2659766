package io.github.rowqueue.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.dialect.Dialects;
import io.github.rowqueue.publish.PublishOptions;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.servers.OnDatabase;
import io.github.rowqueue.servers.TestDatabase;
import io.github.rowqueue.servers.TestDatabases;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.testing.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The snippets of docs/waking-up.md. */
@OnDatabase(DatabaseKind.POSTGRESQL)
class WakingUpExampleTest {

  @Test
  void processes_wake_each_other_as_the_page_says() throws Exception {
    LinkedBlockingQueue<String> seen = new LinkedBlockingQueue<>();
    Subscription notices =
        Subscription.of("email", PaymentJob.class)
            .payload(Notice.class)
            .handle(
                (notice, delivery) -> {
                  seen.add(notice.toString());
                  return Outcome.ack();
                });
    try (TestDatabase database = TestDatabases.create(DatabaseKind.POSTGRESQL)) {
      for (String ddl : Dialects.postgresql().ddl(Table.of(PaymentJob.class).spec())) {
        database.execute(ddl.replace("\"Customer No\" bigint not null", "\"Customer No\" bigint"));
      }
      database.execute(WakingUp.trigger().toArray(String[]::new));
      WakingUp.ListenerUp metric = new WakingUp.ListenerUp();
      try (HikariDataSource here = database.pool(4);
          HikariDataSource there = database.pool(4);
          Rowqueue one = WakingUp.start(here, notices);
          Rowqueue two = WakingUp.start(there, database.dataSource(), notices);
          Rowqueue writer = Rowqueue.on(here).listenNotify().listener(metric).start()) {
        writer
            .publisher(PaymentJob.class)
            .publishMessage(new Notice("ada", "paid"), PublishOptions.to("email"));
        assertThat(seen.poll(60, TimeUnit.SECONDS)).contains("ada");
        assertThat(one.clockOffset()).isLessThan(Duration.ofHours(1));
        assertThat(two.clockOffset()).isLessThan(Duration.ofHours(1));
      }
      try (HikariDataSource pool = database.pool(4);
          Rowqueue listens =
              Rowqueue.on(pool).subscribe(notices).listenNotify().listener(metric).start()) {
        Await.until(() -> "the metric", Duration.ofSeconds(60), metric.up::get);
        assertThat(listens.summary().interrupted()).isZero();
      }
    }
  }

  @Test
  void the_trigger_on_the_page_is_the_one_of_the_dialect() throws Exception {
    String text = String.join(";\n\n", WakingUp.trigger()) + ";\n";
    Path path = Path.of("docs/ddl/postgresql-notify.sql");
    if (Boolean.getBoolean("rowqueue.golden.write")) {
      Files.writeString(path, text);
    }
    assertThat(Files.readString(path)).isEqualTo(text);
  }
}
