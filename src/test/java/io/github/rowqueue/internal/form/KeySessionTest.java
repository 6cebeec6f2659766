package io.github.rowqueue.internal.form;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.dialect.Dialects;
import io.github.rowqueue.dialect.KeyLocks;
import io.github.rowqueue.dialect.Statement;
import io.github.rowqueue.internal.jdbc.Database;
import io.github.rowqueue.internal.subscriber.StartupCheck;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.servers.TestDatabase;
import io.github.rowqueue.servers.TestDatabases;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KeySessionTest {

  private static final TableSpec KEYED =
      TableSpec.builder("jobs").id("id").generated().payload("payload").lockKey("{id}").build();

  private static final Statement YES = new Statement("test/yes", "select 1", List.of());

  @Test
  void a_sign_of_life_is_asked_for_by_a_worker_and_by_one_at_a_time() throws Exception {
    Queue<Runnable> workers = new ArrayDeque<>();
    try (TestDatabase test = TestDatabases.create(DatabaseKind.H2)) {
      KeySession session = session(test, workers);
      session.check(0);
      session.check(0);
      assertThat(workers).as("whoever looks after all sessions waits for none").hasSize(1);
      workers.remove().run();
      assertThat(session.isAlive()).isTrue();
      session.check(Duration.ofHours(1).toNanos());
      assertThat(workers).as("it was just asked").isEmpty();
      session.check(0);
      assertThat(workers).hasSize(1);
      session.close();
      workers.remove().run(); // asks nothing of a connection that is given back
      assertThat(session.isAlive()).isFalse();
    }
  }

  private static KeySession session(TestDatabase test, Queue<Runnable> workers) throws Exception {
    Database database = Database.connect(test.dataSource(), Dialects::forProduct);
    test.execute(database.dialect().ddl(KEYED).toArray(String[]::new));
    Subscription subscription =
        Subscription.of("keyed", Table.of(KEYED, row -> row))
            .codec(Codecs.bytes())
            .handle((message, delivery) -> Outcome.ack());
    FormContext context =
        new FormContext(
            subscription,
            StartupCheck.check(database, List.of(subscription)).binding(subscription).orElseThrow(),
            Set.of(),
            database,
            Instant::now,
            () -> {},
            Duration.ofSeconds(10),
            failure -> {},
            new Pause(),
            workers::add);
    return new KeySession(context, new KeyLocks.OfSession(YES, YES));
  }
}
