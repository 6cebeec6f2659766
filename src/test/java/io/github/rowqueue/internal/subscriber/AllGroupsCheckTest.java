package io.github.rowqueue.internal.subscriber;

import static io.github.rowqueue.internal.subscriber.Infos.jobs;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.dialect.Dialects;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.TableSpec;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The texts of the start check about subscriptions to all groups, literally. */
class AllGroupsCheckTest extends CheckFixture {

  private final TableSpec ordered =
      TableSpec.builder("jobs")
          .id("id")
          .group("grp")
          .fifo()
          .lockedUntil("locked_until")
          .payload("payload")
          .build();
  private final Subscription all =
      Subscription.allGroups(table(ordered))
          .codec(Codecs.bytes())
          .handle((message, delivery) -> Outcome.ack());

  private List<String> warnings(Subscription subscription, Infos infos, Dialect dialect) {
    Findings findings = Findings.none();
    AllGroupsCheck.check(subscription, infos.table(), dialect, findings.about(subscription));
    assertThat(findings.problems()).isEmpty();
    return texts(findings.warnings());
  }

  @Test
  void the_look_for_suspects_over_all_groups_needs_an_index_of_its_own() {
    Infos without = jobs("jobs").withoutIndex("jobs_suspect");
    for (Dialect dialect : List.of(mySql, Dialects.mariaDb())) {
      assertThat(warnings(all, without, dialect))
          .containsExactly(
              "subscription \"jobs[*]\", table jobs (table jobs): no index begins with column locked_until (@LockedUntil),"
                  + " so that the look for rows of dead holders, which allGroups makes over all groups at each poll, reads"
                  + " the whole table: create it\n"
                  + "create index `jobs_lease` on `jobs` (`locked_until`);");
    }
    assertThat(warnings(all, without, postgres)).isEmpty();
    assertThat(warnings(all, jobs("jobs").index("x", false, null, "locked_until"), mySql))
        .isEmpty();
    assertThat(warnings(subscription("mails", ordered), without, mySql)).isEmpty();
  }
}
