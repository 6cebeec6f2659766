package io.github.rowqueue.behaviour;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.error.PublishException;
import io.github.rowqueue.publish.PublishOptions;
import io.github.rowqueue.publish.Publisher;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Subscription;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Any text: written as it is, or refused unwritten, and then its column is named. */
interface HostileTextBehaviours extends Behaviours {

  long SEED = 42;
  int TEXTS = 200;

  @Test
  @DisplayName(
      "any text comes back as it was written, or is refused unwritten and names its column")
  default void any_text_comes_back_as_it_was_written_or_is_refused() throws Exception {
    queue().createTable(HostileRow.class);
    Map<Long, HostileRow> rows = new ConcurrentHashMap<>();
    Map<Long, Map<String, String>> headers = new ConcurrentHashMap<>();
    Rowqueue rowqueue =
        queue()
            .start(
                Subscription.of("hostile", HostileRow.class)
                    .handle(
                        (row, delivery) -> {
                          headers.put(row.id(), delivery.headers());
                          rows.put(row.id(), row);
                          return Outcome.ack();
                        }));
    Publisher<HostileRow> publisher = rowqueue.publisher(HostileRow.class);
    Random random = new Random(SEED);
    List<HostileRow> written = new ArrayList<>();
    Map<String, Integer> refused = new HashMap<>();
    for (int i = 0; i < TEXTS; i++) {
      HostileRow row = row(random);
      try {
        publisher.publish(row);
        written.add(row);
      } catch (PublishException named) {
        assertThat(named)
            .hasMessageMatching(
                "(?s)table hostile_rows \\(record HostileRow\\): column (headers|text|json) cannot be"
                    + " written, nothing is published: (half a character|a NUL character) stands"
                    + " at index .*");
        refused.merge(
            named.getMessage().replaceFirst("(?s).*: column (\\w+) .*", "$1"), 1, Integer::sum);
      }
    }
    QueueFixture.await(
        () -> written.size() + " rows, now " + rows.size(), () -> rows.size() >= written.size());
    rowqueue.close();
    List<Long> ids = rows.keySet().stream().sorted().toList();
    for (int i = 0; i < ids.size(); i++) {
      HostileRow read = rows.get(ids.get(i));
      HostileRow expected = written.get(i);
      assertThat(read.text()).isEqualTo(expected.text());
      assertThat(read.json()).isEqualTo(expected.json());
      assertThat(read.bytes()).isEqualTo(expected.bytes());
      assertThat(headers.get(ids.get(i))).isEqualTo(expected.headers());
    }
    assertThat(written.size()).isBetween(TEXTS / 10, TEXTS * 9 / 10);
    assertThat(refused).containsKey("text");
  }

  private static HostileRow row(Random random) {
    Map<String, String> headers = new LinkedHashMap<>();
    for (int count = random.nextInt(3); count > 0; count--) {
      headers.put(text(random), text(random));
    }
    return new HostileRow(
        0, null, headers, text(random), text(random), text(random).getBytes(UTF_8));
  }

  /** Mostly harmless, else with NULs, controls, halves of characters, quotes and escapes. */
  private static String text(Random random) {
    String[] pieces = {
      "a", "ü", "🦀", "'", "\"", "\\", "\n", "\t", " ", "%", "$1", "{", "}", "?", "::", "\u0001",
      "\u2028", "\ufeff", "\uffff", "\\u0041", "\\ud83d", "--"
    };
    String[] odd = {"\0", "\ud83d", "\ude00", "\ude00\ud83d"};
    StringBuilder text = new StringBuilder();
    for (int length = random.nextInt(8); length > 0; length--) {
      String[] from = random.nextInt(10) == 0 ? odd : pieces;
      text.append(from[random.nextInt(from.length)]);
    }
    return text.toString();
  }

  @Test
  @DisplayName("a NUL in a text is refused where the database keeps none, and kept elsewhere")
  default void a_nul_in_a_text_is_refused_or_kept() throws Exception {
    String group = QueueFixture.newGroup();
    Notes<String> handled = Notes.acking();
    Rowqueue rowqueue = queue().start(JobForm.LEASE.subscription(group).handle(handled));
    Publisher<?> publisher = JobForm.LEASE.publisher(rowqueue);
    if (queue().database().kind() == DatabaseKind.POSTGRESQL) {
      assertThatThrownBy(() -> publisher.publishMessage("a\0b", PublishOptions.to(group)))
          .isInstanceOf(PublishException.class)
          .hasMessage(
              "table lease_jobs (record LeaseJob): column payload cannot be written, nothing is"
                  + " published: a NUL character stands at index 1, which this database keeps in"
                  + " no text: mend the text, or use a column of bytes");
      assertThat(queue().rows(JobForm.LEASE, group)).isEmpty();
    } else {
      publisher.publishMessage("a\0b", PublishOptions.to(group));
      assertThat(handled.await(1).messages()).containsExactly("a\0b");
    }
  }

  @Test
  @DisplayName("half a character is refused in a text and in an option, and escaped in JSON")
  default void half_a_character_is_refused_in_a_text_and_escaped_in_json() throws Exception {
    String group = QueueFixture.newGroup();
    Notes<Map<?, ?>> handled = Notes.acking();
    Rowqueue rowqueue =
        queue()
            .start(
                Subscription.of(group, LeaseJob.class).payload(Map.class).handle(handled::handle));
    Publisher<LeaseJob> publisher = rowqueue.publisher(LeaseJob.class);
    String half =
        " cannot be written, nothing is published: half a character stands at index 0 (the lone"
            + " surrogate U+DE00), which UTF-8 cannot carry: mend the text, or publish bytes";
    assertThatThrownBy(() -> publisher.publishMessage("\ude00", PublishOptions.to(group)))
        .isInstanceOf(PublishException.class)
        .hasMessage("table lease_jobs (record LeaseJob): column payload" + half);
    assertThatThrownBy(() -> publisher.publishMessage("{}", PublishOptions.to("\ude00")))
        .isInstanceOf(PublishException.class)
        .hasMessage("table lease_jobs (record LeaseJob): column grp" + half);
    assertThatThrownBy(
            () ->
                publisher.publishMessage(
                    new byte[] {'"', (byte) 0xff, '"'}, PublishOptions.to(group)))
        .isInstanceOf(PublishException.class)
        .hasMessage(
            "table lease_jobs (record LeaseJob): column payload cannot be written, nothing is"
                + " published: the 3 bytes are no UTF-8 text");
    assertThat(queue().rows(JobForm.LEASE, group)).isEmpty();
    publisher.publishMessage(Map.of("half", "a\ude00"), PublishOptions.to(group));
    assertThat(handled.await(1).messages()).containsExactly(Map.of("half", "a\ude00"));
  }
}
