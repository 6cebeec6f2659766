package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowqueue.error.StartException;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.servers.OnDatabase;
import java.util.stream.Stream;
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
}
