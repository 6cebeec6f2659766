package io.github.rowqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.rowqueue.error.AlreadySubscribedException;
import io.github.rowqueue.error.StartException;
import io.github.rowqueue.subscribe.DeadLetter;
import io.github.rowqueue.subscribe.Handler;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.Group;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.QueueTable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What may stand beside a subscription to all groups in one Rowqueue. */
class AllGroupsStartTest {

  @QueueTable("changes")
  record Change(@Id long id, @Group(fifo = true) String grp) {}

  @QueueTable("others")
  record Other(@Id long id, @Group(fifo = true) String grp) {}

  private static final Handler<Object> ACK = (message, delivery) -> Outcome.ack();

  private static AlreadySubscribedException refused(Subscription... subscriptions) {
    return catchThrowableOfType(
        AlreadySubscribedException.class,
        () -> Rowqueue.on("jdbc:nothing:at-all").subscribe(subscriptions).start());
  }

  private static void accepted(Subscription... subscriptions) {
    assertThat(
            catchThrowableOfType(
                StartException.class,
                () -> Rowqueue.on("jdbc:nothing:at-all").subscribe(subscriptions).start()))
        .hasMessageStartingWith("Rowqueue cannot start: no connection pool for this JDBC URL: ");
  }

  @Test
  @DisplayName("SPEC 4: beside a subscription on one of its groups it is AlreadySubscribed")
  void a_subscription_to_one_of_its_groups_is_refused_whichever_comes_first() {
    Subscription all = Subscription.allGroups(Change.class).handle(ACK);
    Subscription one = Subscription.of("crm", Change.class).handle(ACK);
    String text =
        "queue changes[crm]: subscription \"changes[*]\" serves every group of the table but the dead letters, so \"crm\""
            + " cannot have this one; one Rowqueue opens one subscription per queue: leave out one of the two, or open a"
            + " second Rowqueue";
    assertThat(refused(all, one)).hasMessage(text);
    assertThat(refused(one, all)).hasMessage(text);
  }

  @Test
  void a_second_one_of_the_same_table_is_refused() {
    Subscription all = Subscription.allGroups(Change.class).handle(ACK);
    assertThat(refused(all, Subscription.allGroups(Change.class).handle(ACK)))
        .hasMessage(
            "queue changes[*]: subscription \"changes[*]\" reads it already, so \"changes[*]\" cannot; one Rowqueue opens one"
                + " subscription per queue: raise its workers, or open a second Rowqueue");
  }

  @Test
  void a_group_it_leaves_out_and_another_table_are_free() {
    Subscription all =
        Subscription.allGroups(Change.class).deadLetter(DeadLetter.toGroup("parked")).handle(ACK);
    accepted(
        all,
        Subscription.of("parked", Change.class).handle(ACK),
        Subscription.of("crm", Other.class).handle(ACK),
        Subscription.allGroups(Other.class).deadLetter(DeadLetter.toGroup("crm")).handle(ACK));
  }
}
