package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.behaviour.CrmHeaders.CustomerChange;
import io.github.rowqueue.behaviour.CrmHeaders.OrderChange;
import io.github.rowqueue.error.PublishException;
import io.github.rowqueue.publish.PublishOptions;
import io.github.rowqueue.publish.Publisher;
import io.github.rowqueue.subscribe.Handler;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableSpec;
import io.github.rowqueue.table.TableSpecBuilder;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Headers in columns of their own, or nowhere (B188, B190 to B194, B200). */
interface HeaderColumnBehaviours extends Behaviours {

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
    Notes<CustomerChange> customers = Notes.then(keeping(customer));
    Notes<OrderChange> orders = Notes.then(keeping(order));
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
        queue().start(Subscription.of("customer", CustomerChange.class).handle(keeping(read)));
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
        queue().start(Subscription.of("small", SmallRow.class).handle(keeping(read)));
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

  private static <M> Handler<M> keeping(AtomicReference<Map<String, String>> read) {
    return (message, delivery) -> {
      read.set(delivery.headers());
      return Outcome.ack();
    };
  }
}
