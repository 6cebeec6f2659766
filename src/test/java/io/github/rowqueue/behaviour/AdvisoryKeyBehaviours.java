package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.subscribe.Outcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Who sees whose keys (B91, B94 to B98), and the order a key keeps (B118). */
interface AdvisoryKeyBehaviours extends Behaviours {

  private AdvisoryLocks jobs() throws Exception {
    return AdvisoryLocks.on(queue());
  }

  @Test
  @DisplayName("B91, B98: two Rowqueues with pools of their own pass over each other's keys")
  default void two_rowqueues_pass_over_each_others_keys() throws Exception {
    AdvisoryLocks jobs = jobs();
    String group = QueueFixture.newGroup();
    jobs.insert(group, "a", "a1", "a2");
    Gate<String> gate = Gate.then(Outcome.ack());
    queue().start(jobs.subscription(group).handle(gate));
    gate.awaitEntered(1);
    try (HikariDataSource pool = queue().database().pool(3)) {
      Notes<String> others = Notes.acking();
      Events events = new Events();
      try (Rowqueue second =
          Rowqueue.on(pool)
              .pollInterval(QueueFixture.POLL)
              .listener(events)
              .subscribe(jobs.subscription(group).handle(others))
              .start()) {
        events.awaitEmptyClaims(2);
        assertThat(others.messages()).isEmpty();
        jobs.insert(group, "b", "b1");
        others.await(1);
        assertThat(others.messages()).containsExactly("b1");
        gate.open();
        jobs.awaitGone(group);
        assertThat(second.wake(group)).isTrue();
      }
    }
    jobs.awaitFree(group + "/a", group + "/b");
  }

  @Test
  @DisplayName("B94: equal keys of two databases of one server do not wait for each other")
  default void two_databases_have_keys_of_their_own() throws Exception {
    String group = QueueFixture.newGroup();
    AdvisoryLocks here = jobs();
    here.insert(group, "a", "here");
    Gate<String> gate = Gate.then(Outcome.ack());
    queue().start(here.subscription(group).handle(gate));
    gate.awaitEntered(1);
    try (QueueFixture other = new QueueFixture(queue().database().kind(), 3)) {
      AdvisoryLocks there = AdvisoryLocks.on(other);
      there.insert(group, "a", "there");
      other.start(there.subscription(group).handle(gate));
      gate.awaitEntered(2);
      gate.open();
      there.awaitGone(group);
    }
    here.awaitGone(group);
  }

  @Test
  @DisplayName("B95: a lock's name is database and key; beyond 64 characters its SHA-256")
  default void a_name_of_64_characters_is_kept_and_a_longer_one_hashed() throws Exception {
    DatabaseKind kind = queue().database().kind();
    AdvisoryLocks jobs = jobs();
    String group = QueueFixture.newGroup();
    String database = String.valueOf(queue().value(databaseName(kind)));
    String fits = "x".repeat(Math.max(1, 64 - (database + "." + group + "/").length()));
    String longer = fits + "y";
    jobs.insert(group, fits, "fits");
    jobs.insert(group, longer, "longer");
    Gate<String> gate = Gate.then(Outcome.ack());
    queue().start(jobs.subscription(group).workers(2).handle(gate));
    gate.awaitEntered(2);
    if (kind == DatabaseKind.MYSQL || kind == DatabaseKind.MARIADB) {
      String full = database.toLowerCase(Locale.ROOT) + "." + group + "/";
      assertThat(full + fits).hasSize(64);
      assertThat(queue().value("select is_used_lock('%s') > 0".formatted(full + fits)))
          .hasToString("1");
      assertThat(queue().value("select is_used_lock(sha2('%s', 256)) > 0".formatted(full + longer)))
          .hasToString("1");
    } else {
      assertThat(jobs.held()).isEqualTo(2);
    }
    gate.open();
    jobs.awaitGone(group);
  }

  @Test
  @DisplayName("B95: a key of characters beyond the basic plane is one like any other")
  default void a_key_may_hold_any_character() throws Exception {
    AdvisoryLocks jobs = jobs();
    String group = QueueFixture.newGroup();
    jobs.insert(group, "\uD83D\uDE00", "a1", "a2");
    jobs.insert(group, "\uD83D\uDE01", "b1");
    Gate<String> gate = Gate.then(Outcome.ack());
    Events events = new Events();
    queue()
        .start(queue().rowqueue(jobs.subscription(group).workers(2).handle(gate)).listener(events));
    gate.awaitEntered(2);
    assertThat(gate.messages()).containsExactlyInAnyOrder("a1", "b1");
    gate.open();
    jobs.awaitGone(group);
    assertThat(events.failures()).isEmpty();
  }

  private static String databaseName(DatabaseKind kind) {
    return switch (kind) {
      case POSTGRESQL -> "select current_database()";
      case SQLITE -> "select 'main'";
      default -> "select database()";
    };
  }

  @Test
  @DisplayName("B107, B108, B118: a key on the group lets one row in at a time, in claim order")
  default void a_key_on_the_group_keeps_one_row_in_work_in_claim_order() throws Exception {
    AdvisoryLocks jobs = jobs();
    String group = QueueFixture.newGroup(); // the account is the same for all: none
    jobs.insert(group, null, "1", "2", "3", "4", "5", "6", "7", "8");
    List<String> seen = Collections.synchronizedList(new ArrayList<>());
    for (int i = 0; i < 2; i++) {
      queue()
          .start(
              jobs.subscription(group)
                  .workers(4)
                  .handle(
                      (message, delivery) -> {
                        seen.add("start " + message);
                        seen.add("end " + message);
                        return Outcome.ack();
                      }));
    }
    jobs.awaitGone(group);
    assertThat(seen)
        .containsExactlyElementsOf(
            IntStream.rangeClosed(1, 8)
                .boxed()
                .flatMap(row -> Stream.of("start " + row, "end " + row))
                .toList());
  }
}
