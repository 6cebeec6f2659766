package io.github.rowqueue.internal.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowqueue.error.PublishException;
import io.github.rowqueue.publish.PublishOptions;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.Group;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.QueueTable;
import io.github.rowqueue.table.RetryAfter;
import io.github.rowqueue.table.Table;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NewRowTest {

  private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
  private static final Table<Job> TABLE = Table.of(Job.class);

  @QueueTable("jobs")
  record Job(
      @Id String id,
      @Group String queue,
      @RetryAfter Instant retryAfter,
      Integer size,
      @Nullable Integer weight) {}

  @Test
  void a_null_that_no_delivery_could_read_is_refused_before_it_is_written() {
    assertThatThrownBy(() -> of(new Job("a", "mail", NOW, null, null), PublishOptions.NONE))
        .isInstanceOf(PublishException.class)
        .hasMessage(
            "table jobs (record Job): column size is null in the row to be published, and no"
                + " delivery could read it: set it, or describe it as nullable");
  }

  @Test
  void a_null_that_an_option_or_a_default_replaces_is_none() {
    NewRow row = of(new Job("a", null, null, 1, null), PublishOptions.to("mail"));

    assertThat(row.values()).containsExactly("a", "mail", null, 1, null);
    assertThat(row.columns(TABLE.spec()).stream().map(ColumnSpec::name))
        .as("the time it is due is written by the database")
        .containsExactly("id", "queue", "size", "weight");
  }

  @Test
  void a_delay_is_counted_by_the_clock_of_this_host() {
    PublishOptions delayed = PublishOptions.to("mail").delay(Duration.ofSeconds(5));

    assertThat(of(new Job("a", null, null, 1, null), delayed).values())
        .containsExactly("a", "mail", NOW.plusSeconds(5), 1, null);
  }

  @Test
  void a_null_id_is_left_to_the_database() {
    assertThat(of(new Job(null, "mail", NOW, 1, null), PublishOptions.NONE).values())
        .startsWith((Object) null);
  }

  private static NewRow of(Job row, PublishOptions options) {
    return NewRow.of(TABLE, row, options, NOW);
  }
}
