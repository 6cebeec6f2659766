package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.OwnStatements;
import io.github.rowqueue.subscribe.Settled;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Keys locked by statements of the service's own (B93, B301, B302, B313). */
interface OwnLockBehaviours extends Behaviours {

  String COUNT = "select count(*) from own_locks";

  /** On H2 there is nothing to lock by but a row, as on SQLite, where a primary key refuses two. */
  private OwnStatements.Builder locks(DatabaseKind kind) {
    return switch (kind) {
      case POSTGRESQL ->
          OwnStatements.builder()
              .lock("select cast(pg_try_advisory_lock(4711, hashtext(:key)) as integer)")
              .unlock("select cast(pg_advisory_unlock(4711, hashtext(:key)) as integer)");
      case MYSQL, MARIADB ->
          OwnStatements.builder()
              .lock("select get_lock(sha2(:key, 256), 0)")
              .unlock("select release_lock(sha2(:key, 256))");
      case SQLITE ->
          OwnStatements.builder()
              .lock("insert into own_locks (name) values (:key) on conflict do nothing returning 1")
              .unlock("delete from own_locks where name = :key returning 1");
      case H2 ->
          OwnStatements.builder()
              .lock(
                  "select count(*) from final table (merge into own_locks using (select cast(:key as"
                      + " varchar) k) on name = k when not matched then insert (name) values (k))")
              .unlock("select count(*) from old table (delete from own_locks where name = :key)");
    };
  }

  @Test
  @DisplayName("B93, B301, B302, B313: own locks hold the keys, and none of ours does")
  default void own_locks_hold_the_keys() throws Exception {
    DatabaseKind kind = queue().database().kind();
    AdvisoryLocks jobs = AdvisoryLocks.on(queue());
    if (!kind.isServer()) {
      queue().execute("create table own_locks (name varchar(200) primary key)");
    }
    String group = QueueFixture.newGroup();
    jobs.insert(group, "a", IntStream.range(0, 9).mapToObj(i -> "a" + i).toArray(String[]::new));
    jobs.insert(group, "b", "b0");
    Gate<String> gate = Gate.then(Outcome.ack());
    Events events = new Events();
    queue()
        .start(
            queue()
                .rowqueue(
                    jobs.subscription(group)
                        .workers(3)
                        .statements(locks(kind).build())
                        .handle(gate))
                .listener(events)
                .pollInterval(Duration.ofMinutes(10)));
    gate.awaitEntered(2);
    assertThat(gate.messages()).containsExactlyInAnyOrder("a0", "b0");
    switch (kind) {
      case POSTGRESQL ->
          assertThat(
                  queue()
                      .value(
                          "select string_agg(distinct classid::text, ',') from pg_locks where locktype ="
                              + " 'advisory' and database = (select oid from pg_database where datname ="
                              + " current_database())"))
              .isEqualTo("4711");
      case MYSQL, MARIADB -> assertThat(jobs.held(group + "/a", group + "/b")).isZero();
      default -> {
        assertThat(jobs.held()).as("keys of ours").isZero();
        assertThat(queue().value(COUNT)).hasToString("2");
      }
    }
    gate.open();
    jobs.awaitGone(group);
    events.awaitSettled(10);
    assertThat(List.copyOf(events.settled())).containsOnly(Settled.ACKED);
    jobs.awaitFree(group + "/a", group + "/b");
    if (!kind.isServer()) {
      QueueFixture.await(
          "own locks are given back",
          () -> "0".equals(String.valueOf(QueueFixture.unchecked(() -> queue().value(COUNT)))));
    }
  }
}
