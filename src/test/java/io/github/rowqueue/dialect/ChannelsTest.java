package io.github.rowqueue.dialect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.rowqueue.error.DialectException;
import io.github.rowqueue.table.TableName;
import io.github.rowqueue.table.TableSpec;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The names of channels, and the trigger that notifies. */
class ChannelsTest {

  private static final Channels CHANNELS = Dialects.postgresql().channels().orElseThrow();

  @Test
  @DisplayName("B255: the channel is the qualified name of the table")
  void the_channel_is_the_qualified_name_of_the_table() {
    assertThat(CHANNELS.channel(new TableName("app", "jobs"))).isEqualTo("app.jobs");
    assertThat(CHANNELS.listen("app.Order \"x\"").sql())
        .isEqualTo("listen \"app.Order \"\"x\"\"\"");
  }

  @Test
  @DisplayName("B260: a qualified name over 63 bytes is refused with its length in bytes")
  void a_qualified_name_over_63_bytes_is_refused_with_its_length() {
    TableName fits = new TableName("app", "ü".repeat(29) + "x");
    assertThat(CHANNELS.channel(fits)).hasSize(34);
    assertThatExceptionOfType(DialectException.class)
        .isThrownBy(() -> CHANNELS.channel(new TableName("app", "ü".repeat(30))))
        .withMessage(
            "the channel \"app.%1$s\" has 64 bytes, 63 are allowed by PostgreSQL: shorten the name of the table or of its schema, or leave listenNotify() out",
            "ü".repeat(30));
  }

  @Test
  void a_group_too_long_for_a_notification_is_told_as_all_groups() {
    assertThat(CHANNELS.payload("ü".repeat(3999) + "x")).hasSize(4000);
    assertThat(CHANNELS.payload("ü".repeat(4000))).isEmpty();
  }

  @Test
  void the_trigger_is_one_per_statement_and_quotes_its_names() {
    TableSpec grouped =
        TableSpec.builder("Order Jobs").schema("app").id("id").group("grp").payload("p").build();
    assertThat(Dialects.postgresql().notifyDdl(grouped))
        .containsExactly(
            """
            create or replace function "app"."Order Jobs_notify"() returns trigger
            language plpgsql as $notify$
            begin
              perform pg_notify(tg_table_schema || '.' || tg_table_name, payload)
              from (
                select distinct case when octet_length(cast("grp" as text)) <= 7999
                  then cast("grp" as text) else '' end as payload
                from new_rows
              ) as payloads
              where octet_length(tg_table_schema || '.' || tg_table_name) <= 63;
              return null;
            end
            $notify$""",
            """
            create trigger "Order Jobs_notify"
            after insert on "app"."Order Jobs" referencing new table as new_rows
            for each statement execute function "app"."Order Jobs_notify"()""");
  }

  @Test
  @DisplayName("B261: databases without notifications refuse their trigger")
  void databases_without_notifications_refuse_their_trigger() {
    TableSpec jobs = TableSpec.builder("jobs").id("id").payload("p").build();
    for (Dialect other :
        List.of(Dialects.mySql(), Dialects.mariaDb(), Dialects.h2(), Dialects.sqlite())) {
      assertThat(other.channels()).isEmpty();
      assertThatExceptionOfType(DialectException.class)
          .isThrownBy(() -> other.notifyDdl(jobs))
          .withMessage(
              "table jobs: no trigger notifies on %s, since PostgreSQL alone has LISTEN and NOTIFY: leave it to the poll",
              other.name());
    }
  }
}
