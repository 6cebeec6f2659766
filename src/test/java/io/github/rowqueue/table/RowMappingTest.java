package io.github.rowqueue.table;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.rowqueue.error.DecodeException;
import io.github.rowqueue.error.PublishException;
import io.github.rowqueue.table.DescribedTables.Colour;
import io.github.rowqueue.table.DescribedTables.CrmHeaders;
import io.github.rowqueue.table.DescribedTables.CustomerChange;
import io.github.rowqueue.table.DescribedTables.Defaults;
import io.github.rowqueue.table.DescribedTables.EveryRole;
import io.github.rowqueue.table.DescribedTables.Item;
import io.github.rowqueue.table.DescribedTables.JsonKinds;
import io.github.rowqueue.table.DescribedTables.OrderChange;
import io.github.rowqueue.table.DescribedTables.Plain;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass(name = "{0}")
@EnumSource
class RowMappingTest {

  /** The two ways rows are put together; they show no difference. */
  enum Way {
    GENERATED_CODE,
    METHOD_HANDLES;

    <R> Table<R> table(Class<R> rowClass) {
      RowClass<R> read = RowClass.of(rowClass);
      assertThat(Companions.find(rowClass, read.draft())).isPresent();
      return this == GENERATED_CODE ? read.table() : read.tableByHandles();
    }
  }

  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
  private static final UUID ACCOUNT = UUID.fromString("00000000-0000-0000-0000-000000000001");

  private final Table<EveryRole> records;
  private final Table<Plain> classes;
  private final Table<Defaults> defaults;
  private final Table<JsonKinds> json;
  private final Table<CustomerChange> customers;
  private final Table<OrderChange> orders;

  RowMappingTest(Way way) {
    this.records = way.table(EveryRole.class);
    this.classes = way.table(Plain.class);
    this.defaults = way.table(Defaults.class);
    this.json = way.table(JsonKinds.class);
    this.customers = way.table(CustomerChange.class);
    this.orders = way.table(OrderChange.class);
  }

  @Test
  void a_record_is_built_from_columns_in_another_order() throws Exception {
    EveryRole read =
        records.read(
            InMemoryRow.of(
                records.spec(),
                7L,
                Colour.BLUE,
                ACCOUNT,
                (short) 2,
                NOON,
                3,
                null,
                null,
                null,
                "body",
                null,
                "ann@example.org",
                new Item("pen", 2)));
    assertThat(read.id()).isEqualTo(7);
    assertThat(read.queue()).isEqualTo(Colour.BLUE);
    assertThat(read.account()).isEqualTo(ACCOUNT);
    assertThat(read.priority()).isEqualTo((short) 2);
    assertThat(read.retryAfter()).isEqualTo(NOON);
    assertThat(read.attempt()).isEqualTo(3);
    assertThat(read.lockedUntil()).isNull();
    assertThat(read.body()).isEqualTo("body");
    assertThat(read.recipient()).isEqualTo("ann@example.org");
    assertThat(read.item()).isEqualTo(new Item("pen", 2));
    assertThat(read.notes()).isNull();
  }

  @Test
  void what_is_not_a_column_gets_the_default_of_its_type() throws Exception {
    Defaults read = defaults.read(InMemoryRow.of(defaults.spec(), 5L, new String[] {"a", "b"}));
    assertThat(read.number()).isZero();
    assertThat(read.flag()).isFalse();
    assertThat(read.letter()).isEqualTo('\0');
    assertThat(read.real()).isZero();
    assertThat(read.text()).isNull();
    assertThat(read.words()).containsExactly("a", "b");
  }

  @Test
  void components_with_type_arguments_are_built_and_read() throws Exception {
    List<String> tags = List.of("a");
    Map<String, List<Object>> tree = Map.of("k", List.of(1));
    Item[] items = {new Item("pen", 2)};
    List<?> anything = List.of();
    JsonKinds read = json.read(InMemoryRow.of(json.spec(), 1L, tags, tree, items, anything));
    assertThat(read).isEqualTo(new JsonKinds(1, tags, tree, items, anything));
    assertThat(json.spec().columns())
        .extracting(column -> json.value(read, column))
        .containsExactly(1L, tags, tree, items, anything);
  }

  @Test
  void a_class_is_built_and_its_own_and_inherited_fields_are_set() throws Exception {
    Plain read =
        classes.read(InMemoryRow.of(classes.spec(), 9L, "hello".getBytes(UTF_8), null, true));
    assertThat(read.id()).isEqualTo(9);
    assertThat(read.text()).isEqualTo("hello null as built 7 true");
  }

  @Test
  void a_null_where_a_primitive_is_names_column_and_component() {
    assertThatExceptionOfType(DecodeException.class)
        .isThrownBy(() -> classes.read(InMemoryRow.of(classes.spec(), 9L, new byte[0], 1, null)))
        .withMessage(
            "column urgent is null, and field urgent of class Plain holds no null: make it a"
                + " @Nullable Boolean, or make the column NOT NULL");
    assertThatExceptionOfType(DecodeException.class)
        .isThrownBy(() -> classes.read(InMemoryRow.of(classes.spec(), 9L, null, 1, true)))
        .withMessage(
            "column payload is null, and field payload of class Plain holds no null: make the"
                + " column NOT NULL");
    assertThatExceptionOfType(DecodeException.class)
        .isThrownBy(() -> defaults.read(InMemoryRow.of(defaults.spec(), 5L, null)))
        .withMessage(
            "column words is null, and component words of record Defaults holds no null: add"
                + " @Nullable to it, or make the column NOT NULL");
  }

  @Test
  void a_record_that_refuses_the_row_is_named() {
    assertThatExceptionOfType(DecodeException.class)
        .isThrownBy(() -> defaults.read(InMemoryRow.of(defaults.spec(), -1L, new String[0])))
        .withMessage(
            "record Defaults refused the row: its constructor raised"
                + " java.lang.IllegalArgumentException: id must not be negative")
        .withCauseInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void an_error_in_a_constructor_stays_an_error() {
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> defaults.read(InMemoryRow.of(defaults.spec(), 0L, new String[0])))
        .withMessage("a mistake in the record");
  }

  @Test
  void what_the_row_raises_reaches_the_caller_as_it_is() {
    DecodeException unreadable = new DecodeException("column id cannot be read", null);
    Row broken =
        new Row() {
          @Override
          public <T> T get(int index, Class<T> type) {
            throw unreadable;
          }

          @Override
          public <T> T get(String name, Class<T> type) {
            throw unreadable;
          }
        };
    assertThatExceptionOfType(DecodeException.class)
        .isThrownBy(() -> defaults.read(broken))
        .isSameAs(unreadable);
  }

  @Test
  @DisplayName("B190, B200: messages are built around their headers record, which several share")
  void messages_are_built_around_their_headers_record() throws Exception {
    CrmHeaders head = new CrmHeaders(7, 2, "shop", null, 3, NOON);
    Item item = new Item("pen", 2);
    String[] tags = {"a"};
    CustomerChange read =
        customers.read(
            InMemoryRow.of(customers.spec(), 7L, 2, null, "shop", 3, NOON, "Ann", item, tags));
    assertThat(read).isEqualTo(new CustomerChange("Ann", head, item, tags));
    assertThat(customers.spec().columns())
        .extracting(column -> customers.value(read, column))
        .containsExactly(7L, 2, null, "shop", 3, NOON, "Ann", item, tags);
    OrderChange order =
        orders.read(InMemoryRow.of(orders.spec(), 7L, 2, null, "shop", 3, NOON, 11L));
    assertThat(order.head).isEqualTo(head);
    assertThat(orders.spec().columns())
        .extracting(column -> orders.value(order, column))
        .containsExactly(7L, 2, null, "shop", 3, NOON, 11L);
  }

  @Test
  void a_null_in_a_headers_record_names_its_component() {
    assertThatExceptionOfType(DecodeException.class)
        .isThrownBy(
            () -> orders.read(InMemoryRow.of(orders.spec(), 7L, 2, null, null, null, NOON, 11L)))
        .withMessage(
            "column source is null, and component source of record CrmHeaders holds no null: add"
                + " @Nullable to it, or make the column NOT NULL");
  }

  @Test
  void a_message_without_its_headers_record_cannot_be_written() {
    OrderChange order = new OrderChange();
    order.head = nothing();
    assertThatExceptionOfType(PublishException.class)
        .isThrownBy(() -> orders.value(order, orders.spec().id()))
        .withMessage(
            "table crm_changes (class OrderChange): field head is null, but it holds the columns of"
                + " the table: give it");
  }

  @Test
  @DisplayName("B181: headers are the delivery's, and the row holds them empty")
  void headers_are_empty_in_the_row() throws Exception {
    EveryRole read =
        records.read(
            InMemoryRow.of(
                records.spec(),
                7L,
                Colour.RED,
                null,
                (short) 0,
                NOON,
                1,
                null,
                null,
                Map.of("k", "v"),
                "body",
                null,
                "ann@example.org",
                null));
    assertThat(read.headers()).isEmpty();
  }

  @SuppressWarnings("NullAway")
  private static CrmHeaders nothing() {
    return null;
  }

  @Test
  void values_to_write_are_taken_from_accessors_and_fields() {
    EveryRole row =
        new EveryRole(
            "bob@example.org",
            null,
            null,
            "body",
            Map.of("k", "v"),
            null,
            null,
            1,
            NOON,
            (short) 4,
            null,
            Colour.RED,
            List.of(),
            11);
    assertThat(records.spec().columns())
        .extracting(column -> records.value(row, column))
        .containsExactly(
            11L,
            Colour.RED,
            null,
            (short) 4,
            NOON,
            1,
            null,
            null,
            Map.of("k", "v"),
            "body",
            null,
            "bob@example.org",
            null);
    Plain plain = Plain.of("x".getBytes(UTF_8), 3);
    assertThat(classes.spec().columns())
        .extracting(column -> classes.value(plain, column))
        .containsExactly(0L, "x".getBytes(UTF_8), 3, false);
  }

  @Test
  void a_value_of_a_column_the_table_lacks_is_refused() {
    ColumnSpec other = new ColumnSpec("other", null, Integer.class, false, false, false);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> classes.value(Plain.of(new byte[0], 0), other))
        .withMessage("class Plain has no column other");
  }

  @Test
  void a_table_by_hand_is_read_and_written_by_the_services_own_code() throws Exception {
    TableSpec spec = TableSpec.builder("jobs").id("id").build();
    Table<Long> both = Table.of(spec, row -> row.get(0, Long.class), (row, column) -> row);
    assertThat(both.read(InMemoryRow.of(spec, 3L))).isEqualTo(3);
    assertThat(both.value(4L, spec.id())).isEqualTo(4L);
    Table<Long> readOnly = Table.of(spec, row -> row.get("id", Long.class));
    assertThat(readOnly.read(InMemoryRow.of(spec, 3L))).isEqualTo(3);
    assertThatIllegalStateException()
        .isThrownBy(() -> readOnly.value(4L, spec.id()))
        .withMessage(
            "table jobs was described without RowValues, so no row can be written through it");
  }
}
