package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.servers.OnDatabase;
import io.github.rowqueue.subscribe.Backoff;
import io.github.rowqueue.subscribe.OwnStatements;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Keeps every promise. */
@OnDatabase(DatabaseKind.H2)
final class H2QueueTest extends QueueBehaviourTest implements PublishIfAbsentWaitBehaviours {

  @Test
  @DisplayName(
      "B90, B301: the rollback of a take that fails does not undo the own unlock of its key")
  void a_failed_take_leaves_no_own_lock() throws Exception {
    AdvisoryLocks jobs = AdvisoryLocks.on(queue());
    queue().execute("create table failed_take_locks (name varchar(200) primary key)");
    String group = QueueFixture.newGroup();
    jobs.insert(group, "a", "a1");
    String table = "alter table " + queue().q("advisory_jobs");
    queue()
        .execute(
            table + " add constraint first_only check (%s < 2)".formatted(queue().q("attempt")));
    Events events = new Events();
    OwnStatements locks =
        OwnStatements.builder()
            .lock(
                "select count(*) from final table (merge into failed_take_locks using (select cast(:key as"
                    + " varchar) k) on name = k when not matched then insert (name) values (k))")
            .unlock(
                "select count(*) from old table (delete from failed_take_locks where name = :key)")
            .build();
    Rowqueue rowqueue =
        queue()
            .start(
                queue()
                    .rowqueue(
                        jobs.subscription(group)
                            .statements(locks)
                            .errorBackoff(Backoff.fixed(Duration.ofMillis(10)))
                            .handle(Notes.acking()))
                    .listener(events));
    try {
      QueueFixture.await("the next claim gets the key", () -> events.failures().size() >= 2);
    } finally {
      rowqueue.close();
      queue().execute(table + " drop constraint first_only");
    }
    assertThat(queue().value("select count(*) from failed_take_locks")).hasToString("0");
  }
}
