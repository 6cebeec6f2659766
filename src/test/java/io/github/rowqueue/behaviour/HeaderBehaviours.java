package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.error.DecodeException;
import io.github.rowqueue.publish.PublishOptions;
import io.github.rowqueue.publish.Publisher;
import io.github.rowqueue.subscribe.Backoff;
import io.github.rowqueue.subscribe.BatchOutcome;
import io.github.rowqueue.subscribe.DeadLetter;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableSpec;
import io.github.rowqueue.table.TableSpecBuilder;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Headers in one column, which the delivery tells (B181, B187, B189). */
interface HeaderBehaviours extends Behaviours {

  private List<String> columnTypes() {
    return switch (queue().database().kind()) {
      case POSTGRESQL -> List.of("text", "json", "jsonb");
      case MYSQL, MARIADB -> List.of("longtext", "json");
      case H2 -> List.of("varchar", "clob", "json");
      case SQLITE -> List.of("text", "blob");
    };
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("B187, B189: headers come as they were published; none are a null in the column")
  default void headers_come_as_they_were_published(JobForm form) throws Exception {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("trace", "7f3a");
    headers.put("", "");
    headers.put("ünï 🦀", "\" \\ \n {} null");
    headers.put("number", "1");
    for (String type : columnTypes()) {
      TableSpec spec = table(form, type);
      Queue<Map<String, String>> read = new ConcurrentLinkedQueue<>();
      Rowqueue rowqueue =
          queue()
              .start(
                  Subscription.of("any", table(spec))
                      .codec(Codecs.text())
                      .handle(
                          (message, delivery) -> {
                            read.add(delivery.headers());
                            return Outcome.retryAfter(Duration.ofHours(1));
                          }));
      Publisher<String> publisher = rowqueue.publisher(table(spec));
      publisher.publishMessage("a", PublishOptions.NONE.headers(headers));
      publisher.publishMessage("b", PublishOptions.NONE.headers(Map.of()));
      publisher.publishMessage("c");
      QueueFixture.await(() -> "three in " + type + ", now " + read, () -> read.size() >= 3);
      rowqueue.close();
      assertThat(read).as(type).filteredOn(Map::isEmpty).hasSizeGreaterThanOrEqualTo(2);
      assertThat(read).as(type).filteredOn(map -> !map.isEmpty()).containsOnly(headers);
      assertThat(queue().count(spec.table().name(), queue().q("headers") + " is null"))
          .as(type)
          .isEqualTo(2);
    }
  }

  @Test
  @DisplayName("a headers column that takes no null gets an object without members")
  default void a_headers_column_that_takes_no_null_gets_an_empty_object() throws Exception {
    for (String type : columnTypes()) {
      TableSpec spec = table(JobForm.LEASE, type + " not null");
      Queue<Map<String, String>> read = new ConcurrentLinkedQueue<>();
      Rowqueue rowqueue =
          queue()
              .start(
                  Subscription.of("any", table(spec))
                      .codec(Codecs.text())
                      .handle(
                          (message, delivery) -> {
                            read.add(delivery.headers());
                            return Outcome.ack();
                          }));
      rowqueue.publisher(table(spec)).publishMessage("a", PublishOptions.NONE.headers(Map.of()));
      QueueFixture.await("one in " + type, () -> !read.isEmpty());
      rowqueue.close();
      assertThat(read).as(type).containsExactly(Map.of());
    }
  }

  @Test
  @DisplayName("B181: headers move to the delivery, and the row holds them empty, also in a list")
  default void headers_move_to_the_delivery() throws Exception {
    queue().emptied(HeadedRow.class);
    Map<String, String> read = new ConcurrentHashMap<>();
    Queue<HeadedRow> rows = new ConcurrentLinkedQueue<>();
    Rowqueue rowqueue =
        queue()
            .start(
                Subscription.of("headed", HeadedRow.class)
                    .handleBatch(
                        2,
                        (messages, deliveries) -> {
                          for (int i = 0; i < messages.size(); i++) {
                            read.put(
                                messages.get(i).text(),
                                deliveries.get(i).headers().getOrDefault("n", ""));
                            rows.add(messages.get(i)); // last: the test waits for it
                          }
                          return BatchOutcome.all(Outcome.ack());
                        }));
    rowqueue
        .publisher(HeadedRow.class)
        .publishAll(
            List.of(
                new HeadedRow(0, null, Map.of("n", "1"), "one"),
                new HeadedRow(0, null, Map.of(), "none"),
                new HeadedRow(0, null, Map.of("n", "2"), "two")));
    QueueFixture.await(() -> "three, now " + rows, () -> rows.size() >= 3);
    assertThat(read).containsOnly(entry("one", "1"), entry("two", "2"), entry("none", ""));
    assertThat(rows).extracting(HeadedRow::headers).containsOnly(Map.of());
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName(
      "bad headers are a failed attempt of the row whose handler reads them, and of nothing else")
  default void bad_headers_fail_the_row_whose_handler_reads_them(JobForm form) throws Exception {
    TableSpec spec = table(form, columnTypes().get(0));
    String name = spec.table().name();
    TableSpec dead = CapBehaviours.renamed(spec, name + "_dead");
    create(dead, columnTypes().get(0));
    List<String> bad =
        List.of("{\"a\":", "[]", "{\"a\": 1}", "{\"a\": {}}", "{} x", "[".repeat(100_000));
    for (int i = 0; i < bad.size(); i++) {
      insert(name, 1 + i, bad.get(i), "read");
      insert(name, 100 + i, bad.get(i), "leave");
    }
    AtomicReference<Throwable> told = new AtomicReference<>();
    Events events = new Events();
    queue()
        .start(
            queue()
                .rowqueue(
                    Subscription.of("any", table(spec))
                        .codec(Codecs.text())
                        .maxAttempts(2, DeadLetter.toTable(dead.table().name()))
                        .backoff(Backoff.fixed(Duration.ofMillis(5)))
                        .onFailure(
                            (failure, delivery) -> {
                              told.set(failure);
                              return Outcome.retryAfter(Duration.ofMillis(5));
                            })
                        .handle(
                            (message, delivery) -> {
                              Map<?, ?> unused = message.equals("read") ? delivery.headers() : null;
                              return Outcome.ack();
                            }))
                .listener(events));
    QueueFixture.await(
        () -> "all parked or acked: " + events.all(),
        () -> QueueFixture.unchecked(() -> queue().count(name, "1 = 1")) == 0);
    queue().stopAll(); // the last settlement is told after its commit
    assertThat(events.settled()).filteredOn(Settled.ACKED::equals).hasSameSizeAs(bad);
    assertThat(told.get()).isInstanceOf(DecodeException.class).hasMessageContaining("headers");
    assertThat(queue().count(dead.table().name(), queue().q("payload") + " = 'read'"))
        .isEqualTo(bad.size());
    assertThat(
            queue()
                .value(
                    "select %s from %s where %s = 3"
                        .formatted(
                            queue().q("last_error"),
                            queue().q(dead.table().name()),
                            queue().q("id")))
                .toString())
        .contains(
            "column headers does not read as Map: header a is a number, where a text is needed");
  }

  private void insert(String table, int id, String headers, String payload) throws Exception {
    queue()
        .execute(
            "insert into %s (%s, %s, %s) values (%d, '%s', '%s')"
                .formatted(
                    queue().q(table),
                    queue().q("id"),
                    queue().q("headers"),
                    queue().q("payload"),
                    id,
                    headers,
                    payload));
  }

  private static Table<String> table(TableSpec spec) {
    return Table.of(spec, row -> "");
  }

  private TableSpec table(JobForm form, String headersType) throws Exception {
    TableSpecBuilder builder =
        TableSpec.builder("headers_" + ColumnTypeBehaviours.TABLES.incrementAndGet())
            .id("id")
            .generated()
            .retryAfter("retry_after")
            .attempt("attempt")
            .headers("headers")
            .payload("payload", String.class)
            .lastError("last_error");
    if (form == JobForm.LEASE) {
      builder.lockedUntil("locked_until");
    }
    TableSpec spec = builder.build();
    create(spec, headersType);
    return spec;
  }

  private void create(TableSpec spec, String headersType) throws Exception {
    List<String> ddl = queue().dialect().ddl(spec);
    // PostgreSQL's identity takes no ids of a test's own.
    queue()
        .execute(
            ddl.get(0)
                .replace("generated always", "generated by default")
                .replaceAll(
                    "(?m)^ *%s \\w+".formatted(Pattern.quote(queue().q("headers"))),
                    queue().q("headers") + " " + headersType));
    queue().execute(ddl.subList(1, ddl.size()).toArray(String[]::new));
  }
}
