package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.dialect.LaneClaim;
import io.github.rowqueue.dialect.Statement;
import io.github.rowqueue.faults.FaultyDataSource;
import io.github.rowqueue.subscribe.DeadLetter;
import io.github.rowqueue.subscribe.Subscription;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a subscription to all groups asks of the database while there is nothing to do. */
interface AllGroupsIdleBehaviours extends FifoForms {

  /** What stands around a statement, of either subscription. */
  Set<String> AROUND =
      Set.of(
          "connection",
          "SET TRANSACTION ISOLATION LEVEL READ COMMITTED",
          "start transaction",
          "begin immediate",
          "commit");

  @ParameterizedTest
  @MethodSource("fifoForms")
  @DisplayName("Issue 4: idle it costs no more statements than an ordinary one: one for each look")
  default void an_idle_subscription_asks_one_statement_for_each_look(FifoForm form)
      throws Exception {
    AllGroups groups = AllGroups.create(queue(), form);
    groups.insert("parked", "left out");
    LaneClaim lanes = queue().dialect().laneClaim(form.spec());
    String scan = lanes.scan().statement(true, 1).sql();
    Optional<String> suspects = lanes.suspects().map(of -> of.apply(1)).map(Statement::sql);

    Idle all =
        idle(
            form,
            groups
                .subscription()
                .workers(8)
                .deadLetter(DeadLetter.toGroup("parked"))
                .handle(Notes.acking()));
    assertThat(all.executed())
        .filteredOn(sql -> !isScan(sql, scan))
        .allMatch(
            sql -> sql.endsWith("/groups-suspects") || suspects.stream().anyMatch(sql::equals));
    assertThat(all.executed()).filteredOn(sql -> isScan(sql, scan)).hasSizeBetween(1, all.looks());

    Idle one = idle(form, form.subscription("empty").handle(Notes.acking()));
    assertThat(all.kinds()).isLessThanOrEqualTo(one.kinds());
  }

  /** By its name, or by its text where it is known under none. */
  private static boolean isScan(String executed, String scan) {
    return executed.endsWith("/groups-scan") || executed.equals(scan);
  }

  /**
   * What was executed while a subscription found nothing.
   *
   * @param looks how often it looked meanwhile, at most
   */
  record Idle(List<String> executed, int looks) {
    long kinds() {
      return executed.stream().distinct().count();
    }
  }

  private Idle idle(FifoForm form, Subscription subscription) throws InterruptedException {
    FaultyDataSource counted =
        new FaultyDataSource(queue().pool(), queue().dialect(), List.of(form.spec()), List.of());
    Events events = new Events();
    Rowqueue rowqueue =
        queue()
            .start(
                Rowqueue.on(counted)
                    .pollInterval(QueueFixture.POLL)
                    .connections(16)
                    .clock(InstantSource.system())
                    .listener(events)
                    .subscribe(subscription));
    events.awaitEmptyClaims(2);
    int looksBefore = events.emptyClaims();
    int before = counted.executed().size();
    events.awaitEmptyClaims(8);
    List<String> executed = counted.executed();
    int looks = events.emptyClaims() - looksBefore + 1; // one may be under way
    rowqueue.close();
    return new Idle(
        executed.subList(before, executed.size()).stream()
            .filter(sql -> !AROUND.contains(sql))
            .toList(),
        looks);
  }
}
