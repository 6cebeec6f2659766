package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.subscribe.DeadLetter;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.subscribe.Subscription;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Many groups side by side: their turns, their holders that die, and who else claims them. */
interface AllGroupsTurnBehaviours extends FifoForms {

  private static Map<String, List<String>> expected(int groups, int rows) {
    return IntStream.range(0, groups)
        .boxed()
        .collect(
            Collectors.toMap(
                group -> "g" + group,
                group ->
                    IntStream.range(0, rows).mapToObj(row -> "g" + group + "-" + row).toList()));
  }

  @ParameterizedTest
  @MethodSource("fifoForms")
  @DisplayName("SPEC 4: thousands of groups are drained side by side, each strictly in order")
  default void thousands_of_groups_are_drained_each_in_order(FifoForm form) throws Exception {
    AllGroups groups = AllGroups.create(queue(), form);
    int many = manyGroups(form);
    groups.insertMany(many, 2);
    GroupsSeen seen = new GroupsSeen((message, delivery) -> Outcome.ack());
    Events events = new Events();
    queue().start(queue().rowqueue(groups.subscription().workers(8).handle(seen)).listener(events));
    for (int done = 50; done <= 2 * many; done += 50) { // so that the limit is one of progress
      int enough = done;
      QueueFixture.await(() -> enough + " finished", () -> seen.count() >= enough);
    }
    groups.awaitGone();
    assertThat(seen.finished()).isEqualTo(expected(many, 2));
    assertThat(seen.violations()).isEmpty();
    assertThat(events.failures()).isEmpty();
  }

  private int manyGroups(FifoForm form) {
    if (Boolean.getBoolean("rowqueue.thorough")) {
      return 2000;
    }
    DatabaseKind kind = queue().database().kind();
    boolean slow = kind == DatabaseKind.MYSQL || kind == DatabaseKind.MARIADB;
    return slow || form == FifoForm.ROW_LOCK ? 100 : 1000;
  }

  @ParameterizedTest
  @MethodSource("fifoForms")
  @DisplayName("SPEC 4: groups take turns, so that a long one keeps no other waiting")
  default void a_long_group_keeps_no_other_waiting(FifoForm form) throws Exception {
    AllGroups groups = AllGroups.create(queue(), form);
    String[] long_ = IntStream.range(0, 500).mapToObj(n -> "long-" + n).toArray(String[]::new);
    groups.insert("a long one", long_);
    groups.insertMany(20, 3);
    Notes<String> notes = Notes.acking();
    queue().start(groups.subscription().handle(notes));
    notes.await(70);
    List<String> first = notes.messages().subList(0, 70);
    // Three turns of 21 groups, and a few more.
    assertThat(first).filteredOn(message -> message.startsWith("g")).hasSize(60);
    assertThat(notes.messages())
        .filteredOn(message -> message.startsWith("long"))
        .isSortedAccordingTo(java.util.Comparator.comparingInt(AllGroupsTurnBehaviours::number));
    queue().stopAll();
    queue().emptied(form.rowClass());
  }

  @ParameterizedTest
  @MethodSource("fifoForms")
  @DisplayName("SPEC 13, 20: a head that is retried rests, however busy the other groups are")
  default void a_retried_head_rests_while_other_groups_are_busy(FifoForm form) throws Exception {
    AllGroups groups = AllGroups.create(queue(), form);
    groups.insert("failing", "failing-0");
    groups.insert("busy", IntStream.range(0, 200).mapToObj(n -> "b-" + n).toArray(String[]::new));
    AtomicInteger others = new AtomicInteger();
    AtomicInteger retries = new AtomicInteger();
    queue()
        .start(
            groups
                .subscription()
                .workers(2)
                .handle(
                    (message, delivery) -> {
                      if (!message.startsWith("failing")) {
                        others.incrementAndGet();
                        return Outcome.ack();
                      }
                      boolean busy = others.get() < 200;
                      retries.addAndGet(busy ? 1 : 0);
                      return busy ? Outcome.retry() : Outcome.ack();
                    }));
    groups.awaitGone();
    assertThat(retries.get()).isBetween(1, 60); // as in KeyHeadBehaviours
  }

  private static int number(String message) {
    return Integer.parseInt(message.substring(message.indexOf('-') + 1));
  }

  @ParameterizedTest
  @MethodSource("fifoForms")
  @DisplayName("SPEC 13, 15: it shares the guards of its groups with subscriptions to one of them")
  default void single_groups_of_another_rowqueue_share_the_order(FifoForm form) throws Exception {
    AllGroups groups = AllGroups.create(queue(), form);
    long seed = Long.getLong("rowqueue.seed", System.nanoTime());
    int rows = Boolean.getBoolean("rowqueue.thorough") ? 300 : 15;
    Events events = new Events();
    // A single group has one row in work, so that nobody else would look before others are there.
    AtomicBoolean othersLook = new AtomicBoolean();
    GroupsSeen seen = new GroupsSeen(dice(new Random(seed), events, othersLook));
    List<HikariDataSource> pools =
        Stream.generate(() -> queue().database().pool(8)).limit(3).toList();
    List<Rowqueue> claimers = new ArrayList<>();
    try {
      groups.insertMany(6, rows);
      Subscription[] singles =
          Stream.of("g0", "g1", "g2")
              .map(group -> form.subscription(group).workers(2).handle(seen))
              .toArray(Subscription[]::new);
      claimers.add(start(pools.get(0), events, singles));
      QueueFixture.await("one of the single groups", () -> seen.count() > 0);
      for (int i = 1; i < 3; i++) {
        claimers.add(start(pools.get(i), events, groups.subscription().workers(4).handle(seen)));
      }
      othersLook.set(true);
      for (int done = 5; done <= 6 * rows; done += 5) {
        int enough = done;
        QueueFixture.await(
            () -> "%d finished, seed %d".formatted(enough, seed), () -> seen.count() >= enough);
      }
      groups.awaitGone();
    } finally {
      claimers.forEach(Rowqueue::close);
      pools.forEach(HikariDataSource::close);
    }
    assertThat(seen.violations()).as("seed %d", seed).isEmpty();
    assertThat(seen.finished()).as("seed %d", seed).isEqualTo(expected(6, rows));
    assertThat(seen.subscriptions()).contains(form.table() + "[*]");
    assertThat(events.failures()).as("seed %d", seed).isEmpty();
  }

  private static io.github.rowqueue.subscribe.Handler<String> dice(
      Random random, Events events, AtomicBoolean othersLook) {
    return (message, delivery) -> {
      int dice;
      synchronized (random) {
        dice = random.nextInt(100);
      }
      if (dice < 20 && othersLook.get()) {
        events.awaitEmptyClaims(1); // others have looked meanwhile
      }
      return dice % 10 < 2 ? Outcome.retry() : Outcome.ack();
    };
  }

  private static Rowqueue start(
      HikariDataSource pool, Events events, Subscription... subscriptions) {
    return Rowqueue.on(pool)
        .pollInterval(Duration.ofMillis(20))
        .listener(events)
        .subscribe(subscriptions)
        .start();
  }

  default Stream<FifoForm> groupsOfLeases() {
    return Stream.of(FifoForm.LEASE);
  }

  @ParameterizedTest
  @MethodSource("groupsOfLeases")
  @DisplayName("B116: a crash holds its group alone until the lease ends; its row is resumed first")
  default void a_crash_holds_its_group_alone(FifoForm form) throws Exception {
    AllGroups groups = AllGroups.create(queue(), form);
    groups.insert("a", "1", "crashed", "3");
    groups.group("a").change("crashed", "attempt", "2");
    groups
        .group("a")
        .change("crashed", "locked_until", queue().time(Instant.now().plusSeconds(3600)));
    groups.insert("b", "other");
    Notes<String> handled = Notes.acking();
    Events events = new Events();
    queue()
        .start(queue().rowqueue(groups.subscription().workers(2).handle(handled)).listener(events));
    handled.await(1);
    events.awaitEmptyClaims(3);
    assertThat(handled.messages()).containsExactly("other");
    groups
        .group("a")
        .change("crashed", "locked_until", queue().time(Instant.now().minusSeconds(60)));
    assertThat(handled.await(4).messages()).containsExactly("other", "crashed", "1", "3");
    assertThat(handled.attempts()).containsExactly(1L, 2L, 1L, 1L);
  }

  @ParameterizedTest
  @MethodSource("groupsOfLeases")
  @DisplayName("SPEC 3: suspects run one at a time, and one beyond its cap is parked")
  default void suspects_of_groups_run_one_at_a_time(FifoForm form) throws Exception {
    AllGroups groups = AllGroups.create(queue(), form);
    for (String group : List.of("a", "b", "c", "spent")) {
      groups.insert(group, group + "1", group + "2");
      groups
          .group(group)
          .change(group + "1", "locked_until", queue().time(Instant.now().minusSeconds(60)));
      groups.group(group).change(group + "1", "attempt", group.equals("spent") ? "9" : "2");
    }
    Gate<String> gate = Gate.then(Outcome.ack());
    Notes<String> fresh = Notes.acking();
    Events events = new Events();
    queue()
        .start(
            queue()
                .rowqueue(
                    groups
                        .subscription()
                        .workers(4)
                        .maxAttempts(8, DeadLetter.toGroup("parked"))
                        .handle(
                            (message, delivery) ->
                                message.endsWith("1")
                                    ? gate.handle(message, delivery)
                                    : fresh.handle(message, delivery)))
                .listener(events));
    gate.awaitEntered(1);
    events.awaitEmptyClaims(3);
    assertThat(gate.count()).isEqualTo(1);
    gate.open();
    fresh.await(4);
    groups.group("any").awaitCount(1);
    assertThat(gate.messages()).containsExactlyInAnyOrder("a1", "b1", "c1");
    assertThat(fresh.messages()).containsExactlyInAnyOrder("a2", "b2", "c2", "spent2");
    assertThat(groups.rows("parked")).extracting(StoredJob::payload).containsExactly("spent1");
    assertThat(events.settled()).containsOnlyOnce(Settled.PARKED);
  }
}
