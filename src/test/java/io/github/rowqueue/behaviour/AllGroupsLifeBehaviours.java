package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.rowqueue.CheckReport;
import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.dialect.ForwardingDialect;
import io.github.rowqueue.dialect.LaneClaim;
import io.github.rowqueue.dialect.Statement;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.TableSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How a subscription to all groups is checked, closed, robbed of a head, and given rows. */
interface AllGroupsLifeBehaviours extends FifoForms {

  /** Two groups of two rows, whose heads are at a gate. */
  private AllGroups twoGroups(FifoForm form) throws Exception {
    AllGroups groups = AllGroups.create(queue(), form);
    groups.insert("a", "a1", "a2");
    groups.insert("b", "b1", "b2");
    return groups;
  }

  private void drained(AllGroups groups, List<String> ofEach) throws Exception {
    GroupsSeen seen = new GroupsSeen((message, delivery) -> Outcome.ack());
    Notes<String> notes = Notes.then(seen);
    queue().start(groups.subscription().workers(2).handle(notes));
    groups.awaitGone();
    for (String group : List.of("a", "b")) {
      assertThat(seen.finished())
          .containsEntry(group, ofEach.stream().map(row -> group + row).toList());
    }
    assertThat(notes.attempts()).as("the attempts were given back").containsOnly(1L);
  }

  @ParameterizedTest
  @MethodSource("fifoForms")
  @DisplayName("B280, B281: close waits for the heads in work, and takes none of those behind them")
  default void close_waits_for_the_heads_in_work(FifoForm form) throws Exception {
    AllGroups groups = twoGroups(form);
    Gate<String> gate = Gate.then(Outcome.ack());
    Events events = new Events();
    Rowqueue rowqueue =
        queue()
            .start(
                queue().rowqueue(groups.subscription().workers(2).handle(gate)).listener(events));
    gate.awaitEntered(2);
    CompletableFuture<Void> closing = CompletableFuture.runAsync(rowqueue::close);
    QueueFixture.await("the drain", () -> !rowqueue.wake("a"));
    gate.open();
    closing.get(30, TimeUnit.SECONDS);

    assertThat(events.settled()).containsExactly(Settled.ACKED, Settled.ACKED);
    assertThat(rowqueue.summary().interrupted()).isZero();
    assertThat(gate.messages()).containsExactlyInAnyOrder("a1", "b1");
    QueueFixture.await("all connections are back", () -> queue().connectionsInUse() == 0);
    drained(groups, List.of("2"));
  }

  @ParameterizedTest
  @MethodSource("fifoForms")
  @DisplayName("B78, PAINS 41: heads cut off by the drain's end are the heads again at once")
  default void heads_that_close_cuts_off_are_the_heads_again(FifoForm form) throws Exception {
    AllGroups groups = twoGroups(form);
    Gate<String> gate = Gate.then(Outcome.ack());
    Events events = new Events();
    Rowqueue rowqueue =
        queue()
            .start(
                queue()
                    .rowqueue(groups.subscription().workers(2).handle(gate))
                    .drainTimeout(Duration.ofMillis(50))
                    .listener(events));
    gate.awaitEntered(2);
    rowqueue.close();

    assertThat(rowqueue.summary().interrupted()).isEqualTo(2);
    assertThat(rowqueue.summary().stillRunning()).isEmpty();
    assertThat(events.settled()).containsExactly(Settled.RELEASED, Settled.RELEASED);
    for (String group : List.of("a", "b")) {
      assertThat(groups.rows(group))
          .hasSize(2)
          .allMatch(row -> !row.leased() && row.attempt() == 1);
    }
    drained(groups, List.of("1", "2"));
  }

  /** The form in which a head can be lost while its handler runs. */
  default Stream<FifoForm> formsThatLose() {
    return Stream.of(FifoForm.LEASE);
  }

  @ParameterizedTest
  @MethodSource("formsThatLose")
  @DisplayName("B70, B116: a lost head changes nothing, and holds its group for who has it now")
  default void a_lost_head_holds_its_group_for_its_new_holder(FifoForm form) throws Exception {
    AllGroups groups = twoGroups(form);
    Gate<String> gate = Gate.then(Outcome.ack());
    Notes<String> notes =
        Notes.then(
            (message, delivery) ->
                message.equals("a1") && delivery.attempt().orElseThrow() == 1
                    ? gate.handle(message, delivery)
                    : Outcome.ack());
    Events events = new Events();
    queue()
        .start(queue().rowqueue(groups.subscription().workers(2).handle(notes)).listener(events));
    gate.awaitEntered(1);
    groups.group("a").change("a1", "attempt", "7");
    groups.group("a").change("a1", "locked_until", queue().time(Instant.now().plusSeconds(3600)));
    gate.open();
    events.awaitSettled(3); // the other group, and the loss
    events.awaitEmptyClaims(3);

    assertThat(events.settled()).containsOnlyOnce(Settled.LOST);
    assertThat(notes.messages()).containsExactlyInAnyOrder("a1", "b1", "b2");
    assertThat(groups.rows("a"))
        .extracting(StoredJob::payload, StoredJob::attempt, StoredJob::leased)
        .containsExactly(tuple("a1", 7L, true), tuple("a2", 1L, false));

    groups.group("a").change("a1", "locked_until", queue().time(Instant.now().minusSeconds(60)));
    groups.awaitGone();
    assertThat(notes.messages().subList(3, 5)).containsExactly("a1", "a2");
    assertThat(notes.attempts().subList(3, 5)).containsExactly(7L, 1L);
  }

  @Test
  @DisplayName("B178, SPEC 4: in row mode the handler of all groups takes the rows, each in order")
  default void in_row_mode_the_handler_takes_the_rows_of_all_groups() throws Exception {
    queue().emptied(GroupRow.class);
    List<GroupRow> rows = new ArrayList<>();
    for (int number = 0; number < 4; number++) {
      for (String group : List.of("a", "b", "c")) {
        rows.add(GroupRow.of(group, number));
      }
    }
    Queue<GroupRow> handled = new ConcurrentLinkedQueue<>();
    Queue<String> others = new ConcurrentLinkedQueue<>();
    Events events = new Events();
    Rowqueue rowqueue =
        queue()
            .start(
                queue()
                    .rowqueue(
                        Subscription.allGroups(GroupRow.class)
                            .workers(3)
                            .handle(
                                (row, delivery) -> {
                                  if (!delivery.group().orElse("").equals(row.grp())) {
                                    others.add(row.grp() + " as " + delivery.group());
                                  }
                                  if (row.number() == 1 && row.attempt() == 1) {
                                    return Outcome.retry();
                                  }
                                  handled.add(row);
                                  return Outcome.ack();
                                }))
                    .listener(events));
    rowqueue.publisher(GroupRow.class).publishAll(rows);
    events.awaitSettled(15);

    for (String group : List.of("a", "b", "c")) {
      assertThat(handled.stream().filter(row -> row.grp().equals(group)))
          .extracting(GroupRow::number, GroupRow::attempt, GroupRow::note)
          .containsExactly(
              tuple(0, 1, null), tuple(1, 2, "odd"), tuple(2, 1, null), tuple(3, 1, "odd"));
    }
    assertThat(others).isEmpty();
    assertThat(queue().count("group_rows", "1 = 1")).isZero();
  }

  /** Looks for groups in a table that does not exist. */
  final class MisspeltGroups extends ForwardingDialect {

    MisspeltGroups(Dialect other) {
      super(other);
    }

    @Override
    public LaneClaim laneClaim(TableSpec spec) {
      LaneClaim ours = super.laneClaim(spec);
      return new LaneClaim(
          (fromStart, excluded) -> misspelt(spec, ours.scan().statement(fromStart, excluded)),
          ours.probe(),
          ours.guard(),
          ours.heads(),
          ours.claim(),
          ours.suspects().map(of -> excluded -> misspelt(spec, of.apply(excluded))));
    }

    private static Statement misspelt(TableSpec spec, Statement ours) {
      return new Statement(
          ours.name() + "-misspelt",
          ours.sql().replace(spec.table().name(), "no_such_table"),
          ours.params());
    }
  }

  @ParameterizedTest
  @MethodSource("fifoForms")
  @DisplayName("B265: what an own dialect misspells of all groups stops the start, under its name")
  default void broken_looks_for_groups_of_an_own_dialect_are_refused(FifoForm form)
      throws Exception {
    AllGroups groups = AllGroups.create(queue(), form);
    List<String> problems =
        queue()
            .rowqueue(groups.subscription().handle(Notes.acking()))
            .dialect(MisspeltGroups::new)
            .check()
            .problems()
            .stream()
            .map(CheckReport.Finding::toString)
            .toList();
    String path = queue().dialect().name() + (form == FifoForm.LEASE ? "/lease" : "/row-lock");
    List<String> broken =
        form == FifoForm.LEASE
            ? List.of("groups-scan", "groups-scan-on", "groups-suspects")
            : List.of("groups-scan", "groups-scan-on");
    assertThat(problems).hasSameSizeAs(broken);
    for (int i = 0; i < broken.size(); i++) {
      assertThat(problems.get(i))
          .contains(
              "the database does not understand %s/%s-misspelt, which is the own dialect's: "
                  .formatted(path, broken.get(i)));
    }
    assertThat(
            queue()
                .rowqueue(groups.subscription().handle(Notes.acking()))
                .dialect(SameGroups::new)
                .check()
                .problems())
        .as("of a dialect that changes nothing, every statement is understood")
        .isEmpty();
  }

  /** Changes nothing. */
  final class SameGroups extends ForwardingDialect {

    SameGroups(Dialect other) {
      super(other);
    }
  }
}
