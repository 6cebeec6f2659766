package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.behaviour.CrmHeaders.CustomerChange;
import io.github.rowqueue.behaviour.CrmHeaders.OrderChange;
import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.error.DecodeException;
import io.github.rowqueue.error.PublishException;
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
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Headers in one column, in columns of their own, or nowhere (B181, B187 to B194, B200). */
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

  @Test
  @DisplayName("B190, B192, B193, B200: a column is a header, and several messages share them")
  default void a_column_is_a_header_and_several_messages_share_them() throws Exception {
    crmTable();
    Instant noon = Instant.parse("2026-11-30T12:00:00Z");
    CrmHeaders full =
        new CrmHeaders(
            0,
            "customer",
            0,
            null,
            null,
            "shöp 🦀",
            "text/plain",
            3,
            true,
            new BigDecimal("1.50"),
            new UUID(1, 2),
            noon.plusMillis(120),
            OffsetDateTime.parse("2026-11-30T13:00:00.5+01:00"),
            LocalDateTime.of(2026, 11, 30, 12, 0),
            LocalDate.of(2026, 12, 24),
            CrmHeaders.Level.HIGH);
    AtomicReference<Map<String, String>> customer = new AtomicReference<>();
    AtomicReference<Map<String, String>> order = new AtomicReference<>();
    Notes<CustomerChange> customers =
        Notes.then(
            (change, delivery) -> {
              customer.set(delivery.headers());
              return Outcome.ack();
            });
    Notes<OrderChange> orders =
        Notes.then(
            (change, delivery) -> {
              order.set(delivery.headers());
              return Outcome.ack();
            });
    Rowqueue rowqueue =
        queue()
            .start(
                Subscription.of("customer", CustomerChange.class).handle(customers),
                Subscription.of("order", OrderChange.class).handle(orders));
    rowqueue.publisher(CustomerChange.class).publish(new CustomerChange(full, "Ann"));
    rowqueue
        .publisher(OrderChange.class)
        .publish(new OrderChange(7L, CrmHeaders.of("order", "web", noon)));
    QueueFixture.await("both", () -> customer.get() != null && order.get() != null);
    Map<String, String> expected = new LinkedHashMap<>();
    expected.put("source", "shöp 🦀");
    expected.put("Content-Type", "text/plain");
    expected.put("version", "3");
    expected.put("urgent", "true");
    expected.put("weight", customer.get().getOrDefault("weight", ""));
    expected.put("trace", "00000000-0000-0001-0000-000000000002");
    expected.put("changed_at", "2026-11-30T12:00:00.12Z");
    expected.put("seen_at", "2026-11-30T12:00:00.5Z");
    expected.put("sent_at", "2026-11-30T12:00:00Z");
    expected.put("due", "2026-12-24");
    expected.put("level", "HIGH");
    assertThat(customer.get().entrySet()).containsExactlyElementsOf(expected.entrySet());
    assertThat(new BigDecimal(expected.get("weight"))).isEqualByComparingTo("1.5");
    assertThat(order.get())
        .containsExactly(
            entry("source", "web"),
            entry("version", "1"),
            entry("changed_at", "2026-11-30T12:00:00Z"));
    assertThat(customers.messages()).extracting(CustomerChange::name).containsExactly("Ann");
    assertThat(customers.messages())
        .extracting(change -> change.headers().changedAt())
        .containsExactly(full.changedAt());
    assertThat(orders.messages()).extracting(OrderChange::number).containsExactly(7L);
  }

  /** The columns of both messages, each free for the other. */
  private void crmTable() throws Exception {
    TableSpecBuilder both = TableSpec.builder("crm_changes");
    Stream.of(CustomerChange.class, OrderChange.class)
        .flatMap(message -> Table.of(message).spec().columns().stream())
        .distinct()
        .forEach(both::add);
    queue().execute("drop table if exists " + queue().q("crm_changes"));
    queue().createTable(both.build());
  }

  @Test
  @DisplayName(
      "B188: options set headers of a layout; a header without a column is refused unwritten")
  default void options_set_headers_of_a_layout() throws Exception {
    crmTable();
    AtomicReference<Map<String, String>> read = new AtomicReference<>();
    Rowqueue rowqueue =
        queue()
            .start(
                Subscription.of("customer", CustomerChange.class)
                    .handle(
                        (change, delivery) -> {
                          read.set(delivery.headers());
                          return Outcome.ack();
                        }));
    Publisher<CustomerChange> publisher = rowqueue.publisher(CustomerChange.class);
    CustomerChange change =
        new CustomerChange(CrmHeaders.of("customer", "web", Instant.EPOCH), "Ann");
    assertThatThrownBy(() -> publisher.publish(change, headers("colour", "red")))
        .isInstanceOf(PublishException.class)
        .hasMessage(
            "table crm_changes (record CustomerChange): there is no column for the header colour,"
                + " only for [source, Content-Type, version, urgent, weight, trace, changed_at,"
                + " seen_at, sent_at, due, level]: add one to the headers record, or leave the"
                + " header out");
    assertThatThrownBy(() -> publisher.publish(change, headers("changed_at", "today")))
        .isInstanceOf(PublishException.class)
        .hasMessage(
            "table crm_changes (record CustomerChange): the header changed_at is read as Instant,"
                + " which the given text is not: \"today\" is no such time");
    assertThatThrownBy(() -> publisher.publish(change, headers("version", "many")))
        .isInstanceOf(PublishException.class)
        .hasMessageContaining("the header version is read as Integer");
    assertThat(queue().count("crm_changes", "1 = 1")).isZero();
    publisher.publish(
        change,
        PublishOptions.NONE.headers(
            Map.of(
                "source", "shop",
                "version", "4",
                "seen_at", "2026-11-30T13:00:00+01:00",
                "level", "LOW")));
    QueueFixture.await("the row", () -> read.get() != null);
    assertThat(read.get())
        .containsExactly(
            entry("source", "shop"),
            entry("version", "4"),
            entry("changed_at", "1970-01-01T00:00:00Z"),
            entry("seen_at", "2026-11-30T12:00:00Z"),
            entry("level", "LOW"));
  }

  private static PublishOptions headers(String name, String value) {
    return PublishOptions.NONE.headers(Map.of(name, value));
  }

  @Test
  @DisplayName(
      "SPEC 6, B188: without headers in the table they are empty, and none can be published")
  default void without_headers_in_the_table_they_are_empty() throws Exception {
    queue().emptied(SmallRow.class);
    AtomicReference<Map<String, String>> read = new AtomicReference<>();
    Rowqueue rowqueue =
        queue()
            .start(
                Subscription.of("small", SmallRow.class)
                    .handle(
                        (row, delivery) -> {
                          read.set(delivery.headers());
                          return Outcome.ack();
                        }));
    Publisher<SmallRow> publisher = rowqueue.publisher(SmallRow.class);
    assertThatThrownBy(() -> publisher.publish(SmallRow.of(1), headers("trace", "x")))
        .isInstanceOf(PublishException.class)
        .hasMessage(
            "table small_rows (record SmallRow): there is no column for the header trace: add"
                + " @Headers to a component, or leave the header out");
    publisher.publish(SmallRow.of(2));
    QueueFixture.await("the row", () -> read.get() != null);
    assertThat(read.get()).isEmpty();
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
