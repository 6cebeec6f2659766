package io.github.rowqueue.internal.subscriber;

import static io.github.rowqueue.internal.subscriber.Infos.column;
import static io.github.rowqueue.internal.subscriber.Infos.jobs;
import static io.github.rowqueue.internal.subscriber.Infos.time;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.dialect.Dialects;
import io.github.rowqueue.internal.jdbc.TypeFamily;
import io.github.rowqueue.subscribe.DeadLetter;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.TableName;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The texts of the start check about dead letters, literally, over tables made by hand. */
class DeadLetterCheckTest extends CheckFixture {

  @Test
  void a_missing_dead_letter_table() {
    DeadLetterCheck.missing(spec, new TableName("", "dead"), postgres, findings);

    assertThat(texts(all.problems()))
        .singleElement()
        .asString()
        .startsWith(
            WHERE
                + "the dead-letter table dead does not exist: create it\ncreate table \"dead\" (\n  \"id\" bigint not null"
                + " primary key,");
  }

  @Test
  void a_dead_letter_table_that_differs() {
    DeadLetterCheck.check(
        spec,
        jobs("jobs").table(),
        jobs("dead")
            .without("priority")
            .add(column("payload", TypeFamily.TEXT, "text"))
            .add(time("processed_at", false))
            .add(column("parked_by", TypeFamily.TEXT, "text"))
            .table(),
        postgres,
        findings);

    assertThat(texts(all.problems()))
        .containsExactly(
            WHERE
                + "the dead-letter table dead has no column priority (@Priority): add it\n"
                + "alter table \"dead\" add column \"priority\" integer default 0 not null;",
            WHERE
                + "column processed_at (@ProcessedAt) is NOT NULL in the dead-letter table dead, where rows arrive with"
                + " null there: let it accept null",
            WHERE
                + "column payload (@Payload) is bytea, but text in the dead-letter table dead, so that no row can move"
                + " there: give both the same type",
            WHERE
                + "column parked_by of the dead-letter table dead is NOT NULL without a default and is not described, so"
                + " that no row can move there: give it a default, or describe it");
  }

  @Test
  void rule_14_ids_that_are_drawn_again() {
    DeadLetterCheck.check(
        spec, jobs("jobs").reusesIds().table(), jobs("dead").table(), Dialects.sqlite(), findings);

    assertThat(texts(all.problems()))
        .singleElement()
        .asString()
        .startsWith(
            WHERE
                + "column id (@Id) is a rowid without AUTOINCREMENT, so that a new row gets the id of one that moved to"
                + " the dead-letter table dead, and its own move is refused there: create the table anew with"
                + " AUTOINCREMENT\ncreate table `jobs` (\n  `id` integer primary key autoincrement,");
  }

  @Test
  void a_dead_letter_group_whose_subscription_has_a_cap() {
    Subscription parked =
        Subscription.of("parked", table(spec))
            .codec(Codecs.bytes())
            .maxAttempts(3, DeadLetter.toGroup("gone"))
            .handle((message, delivery) -> Outcome.ack());
    Subscription moving =
        Subscription.of("mails", table(spec))
            .codec(Codecs.bytes())
            .maxAttempts(5, DeadLetter.toGroup("parked"))
            .handle((message, delivery) -> Outcome.ack());
    DeadLetterCheck.group(moving, List.of(moving, parked), findings);

    warning(
        "the dead letter is group parked, whose subscription has a cap of 3, and rows arrive there with the attempts"
            + " they have spent: let that subscription run without a cap");
  }
}
