package io.github.rowqueue.internal.subscriber;

import static io.github.rowqueue.internal.subscriber.Infos.jobs;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.table.HeadFailure;
import io.github.rowqueue.table.TableSpec;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The texts of the start check about indexes, literally, over tables made by hand. */
class IndexCheckTest extends CheckFixture {

  @Test
  void rule_25_an_id_without_a_unique_index() {
    check(jobs("jobs").index("jobs_pkey", true, null, "id", "grp"));

    problem(
        "column id (@Id) has no unique index of its own, so that a settlement by it could finish other rows: make it"
            + " the primary key, or add a unique index over exactly it\n"
            + "create unique index \"jobs_id\" on \"jobs\" (\"id\");");
  }

  @Test
  void no_index_in_claim_order() {
    check(jobs("jobs").index("jobs_claim", false, null, "grp", "retry_after", "priority", "id"));

    warning(
        "no index begins with the claim order (grp, priority, retry_after, id), so that every claim reads and may lock"
            + " all rows that wait: create it\n"
            + postgres.indexDdl(spec).get(0)
            + ";");
  }

  @Test
  void an_index_with_a_condition_of_its_own_does_not_serve() {
    check(
        jobs("jobs")
            .index("jobs_claim", false, "(attempt < 3)", "grp", "priority", "retry_after", "id"));

    assertThat(texts(all.warnings()))
        .singleElement()
        .asString()
        .startsWith(WHERE + "no index begins");
  }

  @Test
  void an_index_that_keeps_processed_rows() {
    check(
        jobs("jobs").index("jobs_claim", false, null, "grp", "priority", "retry_after", "id", "x"));

    warning(
        "the index jobs_claim also holds the rows that are processed and kept, which a claim reads past when few are"
            + " left: create one without them\n"
            + postgres.indexDdl(spec).get(0)
            + ";");
  }

  @Test
  void no_index_for_suspects() {
    check(jobs("jobs").withoutIndex("jobs_suspect"));

    warning(
        "no index leads to column locked_until (@LockedUntil), so that the look for rows whose holder died reads all"
            + " rows: create it\n"
            + postgres.indexDdl(spec).get(1)
            + ";");
  }

  private static TableSpec keys(HeadFailure onHeadFailure) {
    return TableSpec.builder("jobs")
        .id("id")
        .group("grp")
        .partitionKey("account")
        .fifo()
        .onHeadFailure(onHeadFailure)
        .priority("priority")
        .retryAfter("retry_after")
        .attempt("attempt")
        .lockedUntil("locked_until")
        .processedAt("processed_at")
        .payload("payload")
        .build();
  }

  @Test
  void no_index_of_the_keys_in_order_and_none_of_those_in_work() {
    TableSpec keys = keys(HeadFailure.BLOCK);
    IndexCheck.check(keys, jobs("jobs").table(), postgres, findings);

    List<String> ddl = postgres.indexDdl(keys);
    assertThat(texts(all.warnings()))
        .containsExactly(
            WHERE
                + "no index begins with the claim order (grp, account, priority, id), so that every claim reads and may lock"
                + " all rows that wait: create it\n"
                + ddl.get(0)
                + ";",
            WHERE
                + "no unique index is kept of the keys in work (grp, account), where claims look whether a key is free, and"
                + " which would keep two rows of a key out of work whatever else fails: create it\n"
                + ddl.get(2)
                + ";");
    assertThat(all.problems()).isEmpty();
  }

  @Test
  void the_indexes_of_keys_in_order() {
    String free = "((processed_at IS NULL) AND (locked_until IS NULL))";
    String work = "((processed_at IS NULL) AND (locked_until IS NOT NULL))";
    Infos jobs =
        jobs("jobs")
            .index("block", false, free, "grp", "account", "priority", "id")
            .index("work", true, work, "grp", "account");
    IndexCheck.check(keys(HeadFailure.BLOCK), jobs.table(), postgres, findings);
    IndexCheck.check(keys(HeadFailure.PARK), jobs.table(), postgres, findings);
    assertThat(texts(all.warnings())).isEmpty();
    IndexCheck.check(keys(HeadFailure.SKIP), jobs.table(), postgres, findings);
    assertThat(texts(all.warnings()))
        .singleElement()
        .asString()
        .startsWith(
            WHERE
                + "no index begins with the claim order (grp, account, priority, retry_after, id)");
  }
}
