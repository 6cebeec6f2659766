package io.github.rowqueue.internal.subscriber;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.dialect.Dialects;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableSpec;
import java.util.List;

/** A table made by hand, what the start check finds in it, and how its texts are compared. */
abstract class CheckFixture {

  static final String WHERE = "subscription \"mails\", table jobs (table jobs): ";

  final Dialect postgres = Dialects.postgresql();
  final Dialect mySql = Dialects.mySql();
  final TableSpec spec =
      TableSpec.builder("jobs")
          .id("id")
          .group("grp")
          .priority("priority")
          .retryAfter("retry_after")
          .attempt("attempt")
          .lockedUntil("locked_until")
          .processedAt("processed_at")
          .payload("payload")
          .build();
  final Subscription mails = subscription("mails", spec);
  final Findings all = Findings.none();
  final Findings findings = all.about(mails);

  void check(Infos infos) {
    TableCheck.check(spec, infos.table(), postgres, findings);
    IndexCheck.check(spec, infos.table(), postgres, findings);
  }

  void problem(String text) {
    assertThat(texts(all.problems())).containsExactly(WHERE + text);
    assertThat(all.warnings()).isEmpty();
  }

  void warning(String text) {
    assertThat(texts(all.warnings())).containsExactly(WHERE + text);
    assertThat(all.problems()).isEmpty();
  }

  static List<String> texts(List<Finding> findings) {
    return findings.stream().map(Finding::toString).toList();
  }

  static Table<Object> table(TableSpec spec) {
    return Table.of(spec, row -> row);
  }

  static Subscription subscription(String name, TableSpec spec) {
    return Subscription.of(name, table(spec))
        .codec(Codecs.bytes())
        .workers(2)
        .handle((message, delivery) -> Outcome.ack());
  }
}
