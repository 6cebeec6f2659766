package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.error.StartException;
import io.github.rowqueue.subscribe.Backoff;
import io.github.rowqueue.subscribe.DeadLetter;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableSpec;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What only a database can get wrong whose columns hold values of any type: SQLite. */
interface AnyTypeBehaviours extends Behaviours {

  @Test
  @DisplayName(
      "B170, B171 (departed from): where any column holds anything, an unreadable number, attempt or id holds up nobody")
  default void unreadable_numbers_attempts_and_ids_hold_up_nobody() throws Exception {
    String dead = "loose_dead";
    List<String> ddl = queue().dialect().ddl(Table.of(LooseJob.class).spec());
    queue().execute(ddl.get(0));
    queue().execute(ddl.subList(1, ddl.size()).toArray(String[]::new));
    queue()
        .execute(
            queue()
                .dialect()
                .ddl(CapBehaviours.renamed(Table.of(LooseJob.class).spec(), dead))
                .get(0));
    String insert = "insert into \"loose_jobs_any\" (\"id\", \"attempt\", \"amount\") values ";
    queue()
        .execute(
            insert + "(1, 1, 'many')",
            insert + "('two', 1, 2)",
            insert + "(3, 'x', 3)",
            insert + "(4, 1, 4)");
    Notes<LooseJob> handled = Notes.acking();
    Events events = new Events();
    queue()
        .start(
            queue()
                .rowqueue(
                    Subscription.of("any", LooseJob.class)
                        .backoff(Backoff.fixed(Duration.ofMillis(20)))
                        .maxAttempts(2, DeadLetter.toTable(dead))
                        .handle(handled))
                .listener(events));
    QueueFixture.await(
        () -> "two parked: " + events.all(),
        () -> events.settled().stream().filter(Settled.PARKED::equals).count() == 2);
    // SQLite's min('x', n) is n: a claim turns an attempt that is no number into a spent one.
    QueueFixture.await(
        "the good row and the one with a strange attempt", () -> handled.count() == 2);
    assertThat(handled.messages()).extracting(LooseJob::id).containsExactlyInAnyOrder(3L, 4L);
    assertThat(queue().count(dead, "\"id\" = 'two' and \"amount\" = 2")).isOne();
    assertThat(queue().count(dead, "\"id\" = 1 and \"amount\" = 'many'")).isOne();
    assertThat(events.settled()).doesNotContain(Settled.LOST);
  }

  @Test
  @DisplayName(
      "SPEC 1.3, 13.22: CURRENT_TIMESTAMP as the default of a time text is refused, where times are text")
  default void a_default_in_another_time_format_is_refused_where_times_are_text() throws Exception {
    TableSpec spec = CapBehaviours.renamed(Table.of(LeaseJob.class).spec(), "wrong_times");
    List<String> ddl = queue().dialect().ddl(spec);
    queue()
        .execute(
            ddl.get(0)
                .replaceAll(
                    "(?m)^ *" + Pattern.quote(queue().q("retry_after")) + " .*$",
                    queue().q("retry_after") + " text default CURRENT_TIMESTAMP not null,"));
    assertThatThrownBy(
            () ->
                queue()
                    .start(
                        Subscription.of(
                                "any", Table.of(spec, row -> row.get("payload", String.class)))
                            .codec(Codecs.text())
                            .handle(Notes.acking())))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("retry_after")
        .hasMessageContaining("CURRENT_TIMESTAMP")
        .hasMessageContaining("strftime");
  }
}
