package io.github.rowqueue.subscribe;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.table.Attempt;
import io.github.rowqueue.table.Group;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.LockedUntil;
import io.github.rowqueue.table.PartitionKey;
import io.github.rowqueue.table.QueueTable;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableSpec;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a subscription to all groups is refused for, word for word. */
class AllGroupsRulesTest {

  @QueueTable(value = "changes", schema = "app")
  record Ordered(
      @Id long id,
      @Group(fifo = true) String grp,
      @Attempt int attempt,
      @LockedUntil @Nullable Instant until) {}

  @QueueTable("changes")
  record Keyed(@Id long id, @Group(fifo = true) String grp, @PartitionKey String account) {}

  @QueueTable("changes")
  record Loose(@Id long id, @Group String grp) {}

  @QueueTable("changes")
  record Ungrouped(@Id long id) {}

  private static final Handler<Object> ACK = (message, delivery) -> Outcome.ack();

  private static void refused(SubscriptionBuilder<?> builder, String... problems) {
    Subscription subscription = builder.handle(ACK);
    String where = "%s (%s): ".formatted(subscription.where(), subscription.spec().describedBy());
    assertThat(SubscriptionRules.problems(subscription))
        .containsExactly(List.of(problems).stream().map(where::concat).toArray(String[]::new));
  }

  @Test
  void it_is_named_after_its_table() {
    Subscription all = Subscription.allGroups(Ordered.class).workers(8).handle(ACK);
    assertThat(all.servesAllGroups()).isTrue();
    assertThat(all.name()).isEqualTo("app.changes[*]");
    assertThat(all.queue()).isEqualTo("app.changes[*]");
    assertThat(all.where()).isEqualTo("subscription \"app.changes[*]\", table app.changes");
    assertThat(Subscription.of("crm", Ordered.class).handle(ACK).servesAllGroups()).isFalse();
  }

  @Test
  void a_table_of_fifo_groups_is_accepted_also_one_described_by_hand() {
    refused(Subscription.allGroups(Ordered.class).maxAttempts(3, DeadLetter.toGroup("parked")));
    TableSpec spec = TableSpec.builder("changes").id("id").group("grp").fifo().build();
    refused(Subscription.allGroups(Table.of(spec, row -> row)).workers(4));
  }

  @Test
  void groups_in_order_are_needed() {
    refused(
        Subscription.allGroups(Ungrouped.class),
        "allGroups serves the groups of a table, but this one has none: add @Group(fifo = true) to a component, or use"
            + " Subscription.of(name, …), which serves the whole table");
    refused(
        Subscription.allGroups(Loose.class),
        "allGroups serves the groups of a table side by side, each in order, but those of this one are in no order: make"
            + " it @Group(fifo = true), or use Subscription.of(group, …) for each group");
  }

  @Test
  void workers_by_key_have_nothing_to_add() {
    refused(
        Subscription.allGroups(Keyed.class).workersByKey(4),
        "workersByKey keeps the rows of a key on one worker, but a group is in work on one worker at a time anyway: use"
            + " .workers(…)");
  }

  @Test
  void a_dead_letter_must_leave_out_no_other_group() {
    refused(
        Subscription.allGroups(Ordered.class).deadLetter(DeadLetter.toGroup("parked ")),
        "the dead letter is group \"parked \", whose name ends in a blank, and databases that compare without it would"
            + " leave out the group without the blank too: use a name that ends in none");
  }

  @Test
  void groups_are_chosen_by_turns_and_not_by_an_own_claim() {
    refused(
        Subscription.allGroups(Ordered.class)
            .statements(
                OwnStatements.builder()
                    .claim("select id from changes where grp = :group limit :limit")
                    .fetch("select id, grp from changes where id in (:ids) and grp = :group")
                    .build()),
        "an own claim is given, but allGroups chooses the groups by turns and takes the head of each: remove .claim(…), or"
            + " use Subscription.of(group, …)",
        "the own fetch names :group, but the rows of one claim are of many groups: leave it out, the ids alone name the"
            + " rows");
    refused(
        Subscription.allGroups(Ordered.class)
            .statements(
                OwnStatements.builder()
                    .ack("delete from changes where id = :id and grp = :group")
                    .build()));
  }

  @Test
  void dead_letter_groups_are_those_of_every_subscription_of_the_table() {
    List<Subscription> all =
        List.of(
            Subscription.allGroups(Ordered.class)
                .deadLetter(DeadLetter.toGroup("parked"))
                .handle(ACK),
            Subscription.of("parked", Ordered.class)
                .deadLetter(DeadLetter.toGroup("lost"))
                .handle(ACK),
            Subscription.of("other", Loose.class)
                .deadLetter(DeadLetter.toGroup("elsewhere"))
                .handle(ACK),
            Subscription.of("more", Ordered.class)
                .deadLetter(DeadLetter.toTable("changes_dead"))
                .handle(ACK));
    assertThat(DeadLetterGroups.of(Table.of(Ordered.class).spec().table(), all))
        .containsExactly("lost", "parked");
  }
}
