package io.github.rowqueue.internal.subscriber;

import static io.github.rowqueue.internal.subscriber.Infos.column;
import static io.github.rowqueue.internal.subscriber.Infos.jobs;
import static io.github.rowqueue.internal.subscriber.Infos.timed;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.dialect.Dialects;
import io.github.rowqueue.internal.jdbc.TimeStorage;
import io.github.rowqueue.internal.jdbc.TypeFamily;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The texts of the start check about columns as only MySQL and MariaDB have them, literally. */
class MySqlTableCheckTest extends CheckFixture {

  @Test
  void a_timestamp_of_mysql() {
    TableCheck.check(
        spec,
        jobs("jobs")
            .add(timed("retry_after", "timestamp(6)", TimeStorage.LOCAL_AS_TEXT, 6, false, false))
            .table(),
        mySql,
        findings);

    problem(
        "column retry_after (@RetryAfter) is TIMESTAMP(6), which driver and server shift by the zone of the session:"
            + " use DATETIME(6), which keeps UTC as it is written\n"
            + mySql.fixDdl(spec, spec.column(Role.RETRY_AFTER).orElseThrow(), true)
            + ";");
  }

  @Test
  void a_float_of_mysql() {
    TableSpec rated = TableSpec.builder("jobs").id("id").column("rate", float.class).build();
    TableCheck.check(
        rated,
        Infos.of("jobs")
            .add(column("id", TypeFamily.INTEGER, "bigint"))
            .add(column("rate", TypeFamily.FLOATING, "float"))
            .table(),
        mySql,
        findings);

    warning(
        "column rate is FLOAT, which the server sends with six digits, so that other values are read than were"
            + " written: use DOUBLE\n"
            + mySql.fixDdl(rated, rated.columns().get(1), true)
            + ";");
  }

  @Test
  void a_column_that_changes_itself() {
    TableCheck.check(
        spec,
        jobs("jobs")
            .add(timed("locked_until", "datetime(6)", TimeStorage.LOCAL_AS_TEXT, 6, true, true))
            .table(),
        mySql,
        findings);

    problem(
        "column locked_until (@LockedUntil) changes itself at every update of its row (ON UPDATE), so that no"
            + " settlement finds what it wrote: declare it without");
  }

  @Test
  void a_collation_that_folds_case() {
    TableCheck.check(
        spec,
        jobs("jobs").add(Infos.collated("grp", "utf8mb4_0900_ai_ci")).table(),
        mySql,
        findings);

    problem(
        "column grp (@Group) has the collation utf8mb4_0900_ai_ci, which takes Orders and orders for one: use a binary"
            + " one\n"
            + mySql.fixDdl(spec, spec.column(Role.GROUP).orElseThrow(), true)
            + ";");
  }

  private static final String LISTED =
      " is enum('b','a'), which is compared by the texts of its values but ordered by their places in the list, so that"
          + " the look for the next one would pass some by: use VARCHAR\n";

  @Test
  void a_key_in_order_that_is_an_enum_or_a_set() {
    TableSpec keys =
        TableSpec.builder("jobs").id("id").partitionKey("k").fifo().lockedUntil("until").build();
    for (Dialect dialect : List.of(mySql, Dialects.mariaDb())) {
      Findings found = Findings.none();
      TableCheck.check(
          keys,
          Infos.of("jobs").add(column("k", TypeFamily.TEXT, "enum('b','a')")).table(),
          dialect,
          found.about(mails));
      assertThat(texts(found.problems()))
          .contains(
              WHERE
                  + "column k (@PartitionKey)"
                  + LISTED
                  + dialect.fixDdl(keys, keys.column(Role.PARTITION_KEY).orElseThrow(), true)
                  + ";");
    }
    TableSpec inProcess = TableSpec.builder("jobs").id("id").partitionKey("k").build();
    TableCheck.check(
        inProcess,
        Infos.of("jobs")
            .add(column("id", TypeFamily.INTEGER, "bigint"))
            .add(column("k", TypeFamily.TEXT, "set('b','a')"))
            .table(),
        mySql,
        findings);
    assertThat(all.problems()).as("the order of such keys is kept by the process").isEmpty();
  }

  @Test
  void the_groups_of_a_subscription_to_all_that_are_an_enum() {
    TableSpec ordered = TableSpec.builder("jobs").id("id").group("grp").fifo().payload("p").build();
    Infos jobs = jobs("jobs").add(column("grp", TypeFamily.TEXT, "enum('b','a')"));
    Subscription every =
        Subscription.allGroups(table(ordered))
            .codec(Codecs.bytes())
            .handle((message, delivery) -> Outcome.ack());
    Subscription one = subscription("mails", ordered);

    AllGroupsCheck.check(every, jobs.table(), mySql, findings);
    AllGroupsCheck.check(every, jobs.table(), postgres, findings);
    AllGroupsCheck.check(one, jobs.table(), mySql, findings);

    problem(
        "column grp (@Group)"
            + LISTED
            + mySql.fixDdl(ordered, ordered.column(Role.GROUP).orElseThrow(), true)
            + ";");
  }

  @Test
  void binary_and_case_sensitive_collations_are_fine() {
    for (String fine : List.of("binary", "utf8mb4_bin", "utf8mb4_0900_as_cs")) {
      TableCheck.check(
          spec, jobs("jobs").add(Infos.collated("grp", fine)).table(), mySql, findings);
    }

    assertThat(all.problems()).isEmpty();
  }
}
