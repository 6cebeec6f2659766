package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.subscribe.BatchOutcome;
import io.github.rowqueue.subscribe.DeadLetter;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.subscribe.Subscription;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One subscription to every group of a table: each in order, none held by another (SPEC 4). */
interface AllGroupsBehaviours extends FifoForms {

  /** Names that quoting, patterns, collations and parsers could take for something else. */
  List<String> ODD_NAMES =
      List.of(
          "",
          " ",
          " in front",
          "crm",
          "CRM",
          "crm[*]",
          "*",
          "%",
          "_",
          "it's",
          "\"quoted\"",
          "`ticks`",
          "back\\slash",
          "a?b",
          ":group",
          "semi;colon--",
          "tab\there",
          "line\nbreak",
          "\u00fcml\u00e4ut",
          "\u0434\u043e\u0433\u043e\u0432\u043e\u0440",
          "\ud83d\ude80",
          "\u007f\uffee",
          "x".repeat(200));

  /** Without those that some databases compare with others, since they end in a blank. */
  private List<String> names() {
    return switch (queue().database().kind()) {
      case MYSQL, MARIADB -> ODD_NAMES.stream().filter(name -> !name.endsWith(" ")).toList();
      case POSTGRESQL, SQLITE, H2 -> ODD_NAMES;
    };
  }

  @ParameterizedTest
  @MethodSource("fifoForms")
  @DisplayName("A name that ends in blanks is a group of its own, or one with that without")
  default void a_name_that_ends_in_blanks_keeps_its_order(FifoForm form) throws Exception {
    AllGroups groups = AllGroups.create(queue(), form);
    for (int row = 0; row < 6; row++) {
      groups.insert("a" + " ".repeat(row % 3), String.valueOf(row));
    }
    Notes<String> notes = Notes.acking();
    queue().start(groups.subscription().workers(4).handle(notes));
    groups.awaitGone();
    assertThat(notes.messages())
        .hasSize(6)
        .containsSubsequence("0", "3")
        .containsSubsequence("1", "4")
        .containsSubsequence("2", "5");
  }

  @ParameterizedTest
  @MethodSource("fifoForms")
  @DisplayName("SPEC 4: groups of any name are served, each in order, and the delivery tells which")
  default void groups_of_any_name_are_served_in_order(FifoForm form) throws Exception {
    AllGroups groups = AllGroups.create(queue(), form);
    Map<String, List<String>> written = new LinkedHashMap<>();
    for (String name : names()) {
      List<String> rows = List.of(written.size() + "-1", written.size() + "-2");
      written.put(name, rows);
      queue().insert(form.table(), name, rows);
    }
    GroupsSeen seen = new GroupsSeen((message, delivery) -> Outcome.ack());
    queue().start(groups.subscription().workers(3).handle(seen));
    groups.awaitGone();
    assertThat(seen.finished()).isEqualTo(written);
    assertThat(seen.violations()).isEmpty();
    assertThat(seen.subscriptions()).containsExactly(form.table() + "[*]");
  }

  @ParameterizedTest
  @MethodSource("fifoForms")
  @DisplayName("SPEC 4: a handler that hangs holds its own group, and the others go on")
  default void a_hanging_handler_holds_its_own_group_alone(FifoForm form) throws Exception {
    AllGroups groups = AllGroups.create(queue(), form);
    groups.insert("slow", "slow-1", "slow-2");
    groups.insertMany(5, 4);
    Gate<String> gate = Gate.then(Outcome.ack());
    GroupsSeen seen =
        new GroupsSeen(
            (message, delivery) ->
                message.startsWith("slow") ? gate.handle(message, delivery) : Outcome.ack());
    queue().start(groups.subscription().workers(2).handle(seen));
    gate.awaitEntered(1);
    QueueFixture.await("the other groups", () -> seen.count() == 20);
    assertThat(gate.messages()).containsExactly("slow-1");
    gate.open();
    groups.awaitGone();
    assertThat(seen.finished()).hasSize(6).containsEntry("slow", List.of("slow-1", "slow-2"));
    assertThat(seen.finished()).containsEntry("g4", List.of("g4-0", "g4-1", "g4-2", "g4-3"));
    assertThat(seen.violations()).isEmpty();
    assertThat(seen.most()).isEqualTo(2);
  }

  @ParameterizedTest
  @MethodSource("fifoForms")
  @DisplayName("B115: a failing head leaves its group at the cap; the others never wait for it")
  default void a_failing_head_leaves_its_group_at_the_cap(FifoForm form) throws Exception {
    AllGroups groups = AllGroups.create(queue(), form);
    groups.insert("bad", "stuck", "next");
    groups.insertMany(3, 3);
    Events events = new Events();
    GroupsSeen seen =
        new GroupsSeen(
            (message, delivery) -> {
              if (message.equals("stuck")) {
                throw new IllegalStateException("fails by design");
              }
              return Outcome.ack();
            });
    queue()
        .start(
            queue()
                .rowqueue(
                    groups
                        .subscription()
                        .workers(4)
                        .maxAttempts(3, DeadLetter.toGroup("parked"))
                        .onFailure((failure, delivery) -> Outcome.retry())
                        .handle(seen))
                .listener(events));
    QueueFixture.await(
        "all but the parked", () -> seen.count() == 10 && events.settled().size() == 13);
    events.awaitEmptyClaims(3);
    assertThat(events.settled())
        .containsOnlyOnce(Settled.PARKED)
        .filteredOn(Settled.RETRIED::equals)
        .hasSize(2);
    assertThat(seen.finished()).containsEntry("bad", List.of("next"));
    assertThat(groups.rows("parked")).extracting(StoredJob::payload).containsExactly("stuck");
    assertThat(seen.violations()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("fifoForms")
  @DisplayName("SPEC 4: dead-letter groups are left out, those of other subscriptions too")
  default void dead_letter_groups_are_left_out(FifoForm form) throws Exception {
    AllGroups groups = AllGroups.create(queue(), form);
    groups.insert("parked", "by hand");
    groups.insert("lost", "for ever");
    groups.insert("zz", "served");
    Notes<String> all = Notes.acking();
    Notes<String> parked = Notes.acking();
    Subscription repair =
        form.subscription("parked").deadLetter(DeadLetter.toGroup("lost")).handle(parked);
    Events events = new Events();
    queue()
        .start(
            queue()
                .rowqueue(
                    groups.subscription().deadLetter(DeadLetter.toGroup("parked")).handle(all),
                    repair)
                .listener(events));
    all.await(1);
    parked.await(1);
    events.awaitEmptyClaims(4);
    assertThat(all.messages()).containsExactly("served");
    assertThat(parked.messages()).containsExactly("by hand");
    assertThat(groups.rows("lost")).extracting(StoredJob::attempt).containsExactly(1L);
  }

  @ParameterizedTest
  @MethodSource("fifoForms")
  @DisplayName("B109, B110: a head that waits, and one that is in work, hold their own groups")
  default void a_head_that_waits_or_is_in_work_holds_its_group(FifoForm form) throws Exception {
    AllGroups groups = AllGroups.create(queue(), form);
    groups.insert("a", "late", "behind");
    groups.group("a").change("late", "priority", "-1");
    groups.group("a").change("late", "retry_after", queue().time(Instant.now().plusSeconds(3600)));
    groups.insert("b", "1", "2");
    Gate<String> gate = Gate.then(Outcome.ack());
    Notes<String> notes = Notes.then(gate);
    Events events = new Events();
    queue()
        .start(queue().rowqueue(groups.subscription().workers(3).handle(notes)).listener(events));
    gate.awaitEntered(1);
    groups.group("b").insertAhead("0");
    events.awaitEmptyClaims(3);
    assertThat(notes.messages()).containsExactly("1");
    gate.open();
    assertThat(notes.await(3).messages()).containsExactly("1", "0", "2");
    groups.group("a").change("late", "retry_after", queue().time(Instant.now().minusSeconds(3600)));
    assertThat(notes.await(5).messages()).endsWith("late", "behind");
  }

  @ParameterizedTest
  @MethodSource("fifoForms")
  @DisplayName("B111, B112: retry keeps the head of its group, retryAfter moves it")
  default void a_retry_keeps_the_head_and_a_delay_moves_it(FifoForm form) throws Exception {
    AllGroups groups = AllGroups.create(queue(), form);
    groups.insert("retried", "r1", "r2");
    groups.insert("delayed", "d1", "d2", "d3");
    GroupsSeen seen =
        new GroupsSeen(
            (message, delivery) -> {
              boolean first = delivery.attempt().orElse(0) == 1;
              return first && message.equals("r1")
                  ? Outcome.retry()
                  : first && message.equals("d1")
                      ? Outcome.retryAfter(Duration.ofSeconds(1))
                      : Outcome.ack();
            });
    queue().start(groups.subscription().workers(4).handle(seen));
    groups.awaitGone();
    assertThat(seen.finished())
        .containsEntry("retried", List.of("r1", "r2"))
        .containsEntry("delayed", List.of("d2", "d3", "d1"));
    assertThat(seen.violations()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("fifoForms")
  @DisplayName("B114, B294: a batch of all groups holds one row, as in a FIFO group")
  default void a_batch_of_all_groups_holds_one_row(FifoForm form) throws Exception {
    AllGroups groups = AllGroups.create(queue(), form);
    groups.insertMany(3, 2);
    Queue<Integer> sizes = new ConcurrentLinkedQueue<>();
    queue()
        .start(
            groups
                .subscription()
                .workers(2)
                .handleBatch(
                    4,
                    (messages, deliveries) -> {
                      sizes.add(messages.size());
                      return BatchOutcome.all(Outcome.ack());
                    }));
    groups.awaitGone();
    assertThat(sizes).hasSize(6).containsOnly(1);
  }
}
