package io.github.rowqueue.subscribe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowqueue.table.Attempt;
import io.github.rowqueue.table.Group;
import io.github.rowqueue.table.HeadFailure;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.LockedUntil;
import io.github.rowqueue.table.PartitionKey;
import io.github.rowqueue.table.Payload;
import io.github.rowqueue.table.QueueTable;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a subscription is told that does not fit its table, word for word. */
class SubscriptionRulesTest {

  @QueueTable("jobs")
  record Plain(@Id long id, String text) {}

  @QueueTable("jobs")
  record WithPayload(@Id long id, @Payload byte[] payload) {}

  enum Region {
    EU,
    US
  }

  @QueueTable("jobs")
  record Grouped(
      @Id long id,
      @Group Region region,
      @Attempt int attempt,
      @LockedUntil @Nullable Instant until) {}

  private static final Handler<Object> ACK = (message, delivery) -> Outcome.ack();

  private static Stream<String> problems(Subscription subscription) {
    return SubscriptionRules.problems(subscription).stream();
  }

  @Test
  void a_subscription_that_fits_is_told_nothing() {
    assertThat(problems(Subscription.of("jobs", Plain.class).handle(ACK))).isEmpty();
    assertThat(
            problems(
                Subscription.of("EU", Grouped.class)
                    .lease(Duration.ofSeconds(5))
                    .maxAttempts(3, DeadLetter.toGroup("US"))
                    .handle(ACK)))
        .isEmpty();
  }

  @Test
  @DisplayName("B182, B183: a handler of the wrong mode")
  void the_mode_must_fit_the_payload() {
    assertThat(problems(Subscription.of("jobs", WithPayload.class).handle(ACK)))
        .containsExactly(
            "subscription \"jobs\", table jobs (record WithPayload): the table has a payload column, so the handler takes"
                + " the payload: say how to read it with .payload(Type.class) or .codec(…) before .handle(…)");
    assertThat(problems(Subscription.of("jobs", Plain.class).payload(String.class).handle(ACK)))
        .containsExactly(
            "subscription \"jobs\", table jobs (record Plain): the table has no payload column, so the handler takes the"
                + " row: remove .payload(…) or .codec(…), or add @Payload to a component");
  }

  @Test
  @DisplayName(
      "B36, B160 and SPEC 5: a lease, a cap and a dead letter need their columns; all problems at once")
  void settings_need_their_columns() {
    assertThat(
            problems(
                Subscription.of("jobs", Plain.class)
                    .lease(Duration.ofSeconds(5))
                    .maxAttempts(3, DeadLetter.toGroup("parked"))
                    .handle(ACK)))
        .containsExactly(
            "subscription \"jobs\", table jobs (record Plain): a lease is set, but the table has no lease column: remove"
                + " .lease(…), or add @LockedUntil to a component",
            "subscription \"jobs\", table jobs (record Plain): maxAttempts needs the attempt in the row: add @Attempt to a"
                + " component, or remove the cap",
            "subscription \"jobs\", table jobs (record Plain): the dead letter is group parked, but the table has no"
                + " groups: use DeadLetter.toTable(…)");
  }

  @Test
  @DisplayName("SPEC 13, 14: a dead letter to a subscription's own queue")
  void a_dead_letter_leads_elsewhere() {
    assertThat(
            problems(
                Subscription.of("EU", Grouped.class)
                    .deadLetter(DeadLetter.toGroup("EU"))
                    .handle(ACK)))
        .containsExactly(
            "subscription \"EU\", table jobs (record Grouped): the dead letter is the subscription's own group EU, which"
                + " would deliver parked rows again: use another group");
    assertThat(
            problems(
                Subscription.of("jobs", Plain.class)
                    .deadLetter(DeadLetter.toTable("jobs"))
                    .handle(ACK)))
        .containsExactly(
            "subscription \"jobs\", table jobs (record Plain): the dead letter is the queue table jobs itself: use another"
                + " table");
  }

  @Test
  void a_group_nobody_can_write_is_refused() {
    assertThat(
            problems(
                Subscription.of("ASIA", Grouped.class)
                    .deadLetter(DeadLetter.toGroup("PARKED"))
                    .handle(ACK)))
        .containsExactly(
            "subscription \"ASIA\", table jobs (record Grouped): the group column is read as Region, which has no constant"
                + " ASIA, so no row can be in this group: use one of [EU, US]",
            "subscription \"ASIA\", table jobs (record Grouped): the dead letter is group PARKED, but the group column is"
                + " read as Region, which has no such constant: use one of [EU, US]");
  }

  @Test
  void a_name_with_a_nul_is_refused() {
    assertThat(problems(Subscription.of("a\0b", Plain.class).handle(ACK)))
        .containsExactly(
            "subscription \"a\0b\", table jobs (record Plain): the name holds a NUL character, which no text column of"
                + " PostgreSQL keeps, so that every claim would fail: use another name");
  }

  @QueueTable("jobs")
  record Keyed(@Id long id, @PartitionKey @Nullable String account) {}

  @QueueTable("jobs")
  record KeyedLease(@Id long id, @PartitionKey String account, @LockedUntil Instant until) {}

  @Test
  @DisplayName("B123: workersByKey needs a key, and lists of one lane's rows need the lease form")
  void workers_by_key_need_a_key_and_no_transaction_over_several_keys() {
    BatchHandler<Object> list = (messages, deliveries) -> BatchOutcome.all(Outcome.ack());
    assertThat(problems(Subscription.of("jobs", Plain.class).workersByKey(4).handle(ACK)))
        .containsExactly(
            "subscription \"jobs\", table jobs (record Plain): workersByKey keeps the rows of a key on one worker, but the"
                + " table has no partition key: add @PartitionKey to a component, or use .workers(…)");
    assertThat(problems(Subscription.of("jobs", Keyed.class).workersByKey(4).handleBatch(2, list)))
        .containsExactly(
            "subscription \"jobs\", table jobs (record Keyed): a batch of the row lock form is one transaction on one"
                + " worker, but its rows would belong to the workers of their keys: use .handle(…), or add @LockedUntil"
                + " to a component for the lease form");
    assertThat(problems(Subscription.of("jobs", Keyed.class).workersByKey(4).handle(ACK)))
        .isEmpty();
    assertThat(
            problems(
                Subscription.of("jobs", KeyedLease.class).workersByKey(4).handleBatch(2, list)))
        .isEmpty();
  }

  @Test
  void workers_and_workers_by_key_exclude_each_other() {
    String both =
        "subscription \"jobs\": workers(2) lets any worker take any row, workersByKey(4) keeps the rows of a key on one:"
            + " set only one of them";
    assertThatThrownBy(() -> Subscription.of("jobs", Keyed.class).workers(2).workersByKey(4))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(both);
    assertThatThrownBy(() -> Subscription.of("jobs", Keyed.class).workersByKey(4).workers(2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(both);
  }

  @Test
  void the_number_of_workers_is_bounded() {
    SubscriptionBuilder<Keyed> builder = Subscription.of("jobs", Keyed.class);
    assertThatThrownBy(() -> builder.workersByKey(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("workersByKey must lie between 1 and 10000, not 0");
    assertThatThrownBy(() -> builder.workersByKey(10_001))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("workersByKey must lie between 1 and 10000, not 10001");
    assertThatThrownBy(() -> builder.workers(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("workers must lie between 1 and 10000, not 0");
    Subscription most = builder.workersByKey(10_000).handle(ACK);
    assertThat(most.workers()).isEqualTo(10_000);
    assertThat(most.byKey()).isTrue();
  }

  @QueueTable("jobs")
  record OrderedKeys(
      @Id long id,
      @PartitionKey(fifo = true) String account,
      @Attempt int attempt,
      @LockedUntil @Nullable Instant until) {}

  @QueueTable("jobs")
  record ParkedKeys(
      @Id long id,
      @PartitionKey(fifo = true, onHeadFailure = HeadFailure.PARK) String account,
      @Attempt int attempt,
      @LockedUntil @Nullable Instant until) {}

  @Test
  @DisplayName("SPEC 4: keys in order: no workersByKey, no own claim")
  void keys_in_order_have_their_own_claims() {
    String where = "subscription \"jobs\", table jobs (record OrderedKeys): ";
    assertThat(problems(Subscription.of("jobs", OrderedKeys.class).workers(4).handle(ACK)))
        .isEmpty();
    assertThat(problems(Subscription.of("jobs", OrderedKeys.class).workersByKey(4).handle(ACK)))
        .containsExactly(
            where
                + "workersByKey keeps the order of a key inside one subscription, and @PartitionKey(fifo = true) keeps it"
                + " everywhere: use .workers(…), whose workers run as many keys side by side");
    OwnStatements own = OwnStatements.builder().claim("select id from jobs limit :limit").build();
    assertThat(problems(Subscription.of("jobs", OrderedKeys.class).statements(own).handle(ACK)))
        .containsExactly(
            where
                + "an own claim is given, but @PartitionKey(fifo = true) is kept by claims that look for the head of each"
                + " key: remove .claim(…), or fifo");
  }

  @Test
  @DisplayName("SPEC 4, PARK: a head that stays needs no dead letter, and any other row needs one")
  void a_cap_without_a_dead_letter_is_for_heads_that_stay() {
    assertThat(problems(Subscription.of("jobs", ParkedKeys.class).maxAttempts(3).handle(ACK)))
        .isEmpty();
    assertThat(
            problems(
                Subscription.of("jobs", ParkedKeys.class)
                    .maxAttempts(3, DeadLetter.toTable("dead"))
                    .handle(ACK)))
        .containsExactly(
            "subscription \"jobs\", table jobs (record ParkedKeys): the dead letter is table dead, but with onHeadFailure ="
                + " PARK the head stays where it is: use .maxAttempts(n) alone, or BLOCK");
    assertThat(problems(Subscription.of("jobs", OrderedKeys.class).maxAttempts(3).handle(ACK)))
        .containsExactly(
            "subscription \"jobs\", table jobs (record OrderedKeys): maxAttempts says no place for rows that have spent"
                + " their attempts, which only a head of onHeadFailure = PARK needs none of: add a DeadLetter");
  }
}
