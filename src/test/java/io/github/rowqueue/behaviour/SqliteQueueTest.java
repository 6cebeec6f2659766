package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.error.StartException;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.servers.OnDatabase;
import io.github.rowqueue.subscribe.DeadLetter;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.subscribe.Subscription;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Has no row locks, so it keeps the promises of the lease form, and refuses the other one. */
@OnDatabase(DatabaseKind.SQLITE)
final class SqliteQueueTest extends QueueBehaviourTest implements AnyTypeBehaviours {

  @Override
  public Stream<JobForm> forms() {
    return Stream.of(JobForm.LEASE);
  }

  @Test
  void a_row_lock_table_is_refused_because_sqlite_has_no_row_locks() throws Exception {
    queue().createTable(LockJob.class);
    assertThatThrownBy(
            () -> queue().start(JobForm.ROW_LOCK.subscription("any").handle(Notes.acking())))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("lock_jobs")
        .hasMessageContaining("SQLite")
        .hasMessageContaining("lock")
        .hasMessageContaining("@LockedUntil");
  }

  @Test
  @DisplayName("SPEC 1.3: an attempt of another type counts as the integer it is read as")
  void an_attempt_that_is_no_integer_runs_once_and_settles() throws Exception {
    String group = QueueFixture.newGroup();
    Notes<String> handled = Notes.acking();
    Events events = new Events();
    queue().insert(JobForm.LEASE, group, "real", "text");
    queue().execute("update lease_jobs set attempt = 1.5 where payload = 'real'");
    queue().execute("update lease_jobs set attempt = 'abc' where payload = 'text'");
    queue()
        .start(
            queue()
                .rowqueue(
                    JobForm.LEASE
                        .subscription(group)
                        .maxAttempts(3, DeadLetter.toGroup("dead"))
                        .handle(handled))
                .listener(events));
    assertThat(events.awaitSettled(2)).containsOnly(Settled.ACKED);
    assertThat(handled.messages()).containsExactlyInAnyOrder("real", "text");
    assertThat(queue().rows(JobForm.LEASE, group)).isEmpty();
  }

  @Test
  @DisplayName("B98: two spellings of one SQLite file are one database")
  void two_spellings_of_one_file_are_one_database() throws Exception {
    AdvisoryLocks jobs = AdvisoryLocks.on(queue());
    String group = QueueFixture.newGroup();
    jobs.insert(group, "a", "a1", "a2");
    Gate<String> gate = Gate.then(Outcome.ack());
    queue().start(jobs.subscription(group).handle(gate));
    gate.awaitEntered(1);
    Path file = Path.of(String.valueOf(queue().value("select file from pragma_database_list")));
    Path spelt = file.getParent().resolve("..").resolve(file.getParent().getFileName());
    Events events = new Events();
    try (Rowqueue other =
        Rowqueue.on("jdbc:sqlite:" + spelt.resolve(file.getFileName()))
            .pollInterval(QueueFixture.POLL)
            .listener(events)
            .subscribe(
                Subscription.of(group, AdvisoryJob.class)
                    .codec(Codecs.text())
                    .handle((message, delivery) -> Outcome.ack()))
            .start()) {
      events.awaitEmptyClaims(2);
      assertThat(events.settled()).isEmpty();
      gate.open();
      jobs.awaitGone(group);
      assertThat(other.wake(group)).isTrue();
    }
  }
}
