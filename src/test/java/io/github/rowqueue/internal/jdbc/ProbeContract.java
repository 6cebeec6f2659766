package io.github.rowqueue.internal.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.dialect.Dialects;
import io.github.rowqueue.dialect.Param;
import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.dialect.Statement;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.servers.TestDatabase;
import io.github.rowqueue.servers.TestDatabases;
import io.github.rowqueue.table.TableName;
import io.github.rowqueue.table.TableSpec;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TimeZone;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * What the probe reads of a table, and that values survive the bindings made of it, in a JVM whose
 * zone is neither UTC nor the session's.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ProbeContract {

  static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final TimeZone ZONE = TimeZone.getDefault();

  final DatabaseKind kind;
  private @Nullable TestDatabase opened;
  private @Nullable Database learnt;

  ProbeContract(DatabaseKind kind) {
    this.kind = kind;
  }

  /** Types an id may have here, each with a value as SQL writes it. */
  abstract Map<String, String> ids();

  @BeforeAll
  void open() throws SQLException {
    TimeZone.setDefault(TimeZone.getTimeZone("Europe/Berlin"));
    opened = TestDatabases.create(kind);
    learnt = Database.connect(opened.dataSource(), (product, version) -> dialect());
  }

  @AfterAll
  void close() {
    TimeZone.setDefault(ZONE);
    if (opened != null) {
      opened.close();
    }
  }

  final TestDatabase test() {
    return java.util.Objects.requireNonNull(opened);
  }

  final Database database() {
    return java.util.Objects.requireNonNull(learnt);
  }

  final Dialect dialect() {
    return switch (kind) {
      case POSTGRESQL -> Dialects.postgresql();
      case MYSQL -> Dialects.mySql();
      case MARIADB -> Dialects.mariaDb();
      case SQLITE -> Dialects.sqlite();
      case H2 -> Dialects.h2();
    };
  }

  final Optional<TableInfo> probe(String schema, String name) throws SQLException {
    try (Connection connection = test().dataSource().getConnection()) {
      return DatabaseProbe.read(connection, new TableName(schema, name));
    }
  }

  final TableInfo table(String name) throws SQLException {
    return probe("", name).orElseThrow();
  }

  final ColumnInfo column(String table, String name) throws SQLException {
    return table(table).column(name).orElseThrow();
  }

  final String q(String name) {
    return dialect().quote(name);
  }

  @Test
  void a_missing_table_is_empty() throws SQLException {
    assertThat(probe("", "no such table")).isEmpty();
    assertThat(probe("no such schema", "t")).isEmpty();
  }

  @Test
  void wildcards_and_quotes_in_names_mean_themselves() throws SQLException {
    test().execute("create table " + q("w_x%") + " (" + q("a_b%\"'`") + " int not null)");
    test().execute("create table " + q("wyx_") + " (" + q("other") + " int)");

    assertThat(table("w_x%").columns()).extracting(ColumnInfo::name).containsExactly("a_b%\"'`");
    assertThat(probe("", "w_x_")).isEmpty();
    assertThat(probe("", "w%")).isEmpty();
  }

  @Test
  void columns_tell_nulls_and_defaults() throws SQLException {
    test()
        .execute(
            "create table "
                + q("nulls")
                + " (id int not null primary key, attempt int default 1 not null, note varchar(40), Upper int)");

    ColumnInfo attempt = table("nulls").column(folded("attempt")).orElseThrow();
    ColumnInfo note = table("nulls").column(folded("note")).orElseThrow();
    assertThat(attempt.nullable()).isFalse();
    assertThat(attempt.defaultValue()).isEqualTo("1");
    assertThat(attempt.family()).isEqualTo(TypeFamily.INTEGER);
    assertThat(attempt.generated()).isFalse();
    assertThat(note.nullable()).isTrue();
    assertThat(note.defaultValue()).isNull();
    assertThat(note.size()).isEqualTo(kind == DatabaseKind.SQLITE ? 0 : 40);
    assertThat(note.onUpdate()).isFalse();
  }

  @Test
  void indexes_tell_columns_order_and_uniqueness() throws SQLException {
    test().execute("create table " + q("ix") + " (id int not null primary key, a int, b int)");
    test().execute("create index ix_ab on " + q("ix") + " (a, b)");
    test().execute("create unique index ix_b on " + q("ix") + " (b)");

    TableInfo info = table("ix");
    assertThat(info.indexes())
        .anySatisfy(
            index -> {
              assertThat(index.unique()).isTrue();
              assertThat(index.columns()).containsExactly(folded("id"));
            })
        .anySatisfy(
            index -> {
              assertThat(index.name()).isEqualTo(folded("ix_ab"));
              assertThat(index.unique()).isFalse();
              assertThat(index.ordered()).isTrue();
              assertThat(index.predicate()).isNull();
              assertThat(index.columns()).startsWith(folded("a"), folded("b"));
            })
        .anySatisfy(
            index -> {
              assertThat(index.name()).isEqualTo(folded("ix_b"));
              assertThat(index.unique()).isTrue();
              assertThat(index.columns()).containsExactly(folded("b"));
            });
  }

  @Test
  void an_index_with_a_descending_column_is_not_ordered() throws SQLException {
    test().execute("create table " + q("down") + " (id int not null primary key, a int)");
    test().execute("create index down_a on " + q("down") + " (a desc)");

    assertThat(table("down").indexes())
        .filteredOn(index -> index.name().equals(folded("down_a")))
        .singleElement()
        .satisfies(index -> assertThat(index.ordered()).isFalse());
  }

  @Test
  void the_own_ddl_of_a_dialect_reads_back_as_it_was_meant() throws SQLException {
    TableSpec spec = allTypes("own");
    test().execute(dialect().ddl(spec).toArray(String[]::new));

    TableInfo info = table("own");
    assertThat(info.columns()).hasSameSizeAs(spec.columns());
    assertThat(info.column("retry_after").orElseThrow().times()).isPresent();
    assertThat(info.column("locked_until").orElseThrow().nullable()).isTrue();
    assertThat(info.column("grp").orElseThrow().nullable()).isFalse();
    assertThat(info.reusesIds()).isFalse();
    assertThat(TableBindings.bind(spec, info)).isPresent();
  }

  @Test
  void values_of_every_type_survive() throws SQLException {
    TableSpec spec = allTypes("survive");
    test().execute(dialect().ddl(spec).toArray(String[]::new));
    TableBinding binding = TableBindings.bind(spec, table("survive")).orElseThrow();
    Object[] values = values();

    RawRow row = insertAndRead(spec, binding, values);

    for (int i = 0; i < values.length; i++) {
      Object read = row.get(i, spec.columns().get(i).type());
      String name = spec.columns().get(i).name();
      if (values[i] instanceof BigDecimal expected) {
        assertThat((BigDecimal) read).as(name).isEqualByComparingTo(expected);
      } else {
        assertThat(read).as(name).isEqualTo(values[i]);
      }
    }
    assertThat(row.attempt()).hasValue(3);
  }

  @Test
  void nulls_survive() throws SQLException {
    TableSpec spec = allTypes("nothing");
    test().execute(dialect().ddl(spec).toArray(String[]::new));
    TableBinding binding = TableBindings.bind(spec, table("nothing")).orElseThrow();
    Object[] values = values();
    for (int i = 0; i < values.length; i++) {
      boolean required = i < 6 && i != 2;
      values[i] = required || spec.columns().get(i).name().equals("payload") ? values[i] : null;
    }

    RawRow row = insertAndRead(spec, binding, values);

    for (int i = 0; i < values.length; i++) {
      Object read = row.get(i, spec.columns().get(i).type());
      assertThat(read == null).as(spec.columns().get(i).name()).isEqualTo(values[i] == null);
    }
  }

  @Test
  void an_expiry_that_was_cut_is_found_again() throws SQLException {
    TableSpec spec = allTypes("token");
    test().execute(dialect().ddl(spec).toArray(String[]::new));
    TableBinding binding = TableBindings.bind(spec, table("token")).orElseThrow();
    int lease = spec.indexOf(io.github.rowqueue.table.Role.LOCKED_UNTIL);
    for (String text :
        List.of("2026-10-25T00:30:00.123456789Z", "2026-03-29T01:30:00.999999999Z")) {
      Instant expiry = binding.column(lease).cut(Instant.parse(text));
      Object[] values = values();
      values[0] = UUID.randomUUID();
      values[lease] = expiry;
      RowId id = insertAndRead(spec, binding, values).id();
      Statement delete =
          new Statement(
              "test/delete",
              "delete from %s where %s = ? and %s = ?"
                  .formatted(q("token"), q("id"), q("locked_until")),
              List.of(Param.of(Meaning.ID), Param.of(Meaning.HELD_UNTIL)));
      try (Session session = database().open("test", TIMEOUT)) {
        Values token = new Values().rows(List.of(new Values.Token(id, expiry, null)));
        assertThat(session.update(delete, binding, token)).as(text).isEqualTo(1);
      }
    }
  }

  @Test
  void a_row_is_addressed_by_the_id_the_driver_gave() throws SQLException {
    int number = 0;
    for (Map.Entry<String, String> id : ids().entrySet()) {
      String name = "ids_" + number++;
      test()
          .execute(
              "create table %s (%s %s not null primary key)"
                  .formatted(q(name), q("id"), id.getKey()));
      test().execute("insert into %s values (%s)".formatted(q(name), id.getValue()));
      TableSpec spec = TableSpec.builder(name).id("id", String.class).build();
      TableBinding binding = TableBindings.bind(spec, table(name)).orElseThrow();
      Statement delete =
          new Statement(
              "test/delete",
              "delete from %s where %s = ?".formatted(q(name), q("id")),
              List.of(Param.of(Meaning.ID)));
      try (Session session = database().open("test", TIMEOUT)) {
        RowId raw = session.rows(select(spec), binding, new Values()).get(0).id();
        assertThat(raw).isEqualTo(session.rows(select(spec), binding, new Values()).get(0).id());
        Values values = new Values().rows(List.of(Values.Token.of(raw)));
        assertThat(session.update(delete, binding, values)).as(id.getKey()).isEqualTo(1);
      }
    }
  }

  final RawRow insertAndRead(TableSpec spec, TableBinding binding, @Nullable Object[] values) {
    try (Session session = database().open("test", TIMEOUT)) {
      session.update(
          dialect().insert(spec, spec.columns()),
          binding,
          new Values().columns(java.util.Arrays.asList(values)));
      List<RawRow> rows = session.rows(select(spec), binding, new Values());
      return rows.get(rows.size() - 1);
    }
  }

  private Statement select(TableSpec spec) {
    String columns =
        spec.columns().stream().map(column -> q(column.name())).collect(Collectors.joining(", "));
    return new Statement(
        "test/select", "select %s from %s".formatted(columns, q(spec.table().name())), List.of());
  }

  /** A name as this database keeps it when it is not quoted. */
  final String folded(String name) {
    return kind == DatabaseKind.H2 ? name.toUpperCase(java.util.Locale.ROOT) : name;
  }

  static TableSpec allTypes(String name) {
    return TableSpec.builder(name)
        .id("id", UUID.class)
        .group("grp")
        .partitionKey("pkey", UUID.class)
        .nullable()
        .priority("priority")
        .retryAfter("retry_after")
        .attempt("attempt", Short.class)
        .lockedUntil("locked_until")
        .processedAt("processed_at", OffsetDateTime.class)
        .headers("headers")
        .nullable()
        .payload("payload")
        .lastError("last_error")
        .column("a_long", Long.class)
        .nullable()
        .column("an_int", Integer.class)
        .nullable()
        .column("a_short", Short.class)
        .nullable()
        .column("a_byte", Byte.class)
        .nullable()
        .column("a_flag", Boolean.class)
        .nullable()
        .column("a_float", Float.class)
        .nullable()
        .column("a_double", Double.class)
        .nullable()
        .column("a_decimal", BigDecimal.class)
        .nullable()
        .column("a_big", BigInteger.class)
        .nullable()
        .column("a_text", String.class)
        .nullable()
        .column("a_char", Character.class)
        .nullable()
        .column("a_uuid", UUID.class)
        .nullable()
        .column("an_instant", Instant.class)
        .nullable()
        .column("an_offset", OffsetDateTime.class)
        .nullable()
        .column("a_local", LocalDateTime.class)
        .nullable()
        .column("a_date", LocalDate.class)
        .nullable()
        .column("a_time", LocalTime.class)
        .nullable()
        .column("an_enum", DayOfWeek.class)
        .nullable()
        .column("some_bytes", byte[].class)
        .nullable()
        .jsonColumn("some_json", int[].class)
        .nullable()
        .build();
  }

  private static Object[] values() {
    Instant winter = Instant.parse("2026-10-25T00:30:00.123Z");
    return new Object[] {
      UUID.fromString("ffffffff-0000-4000-8000-00000000000f"),
      "Orders ü",
      UUID.fromString("00000000-0000-4000-8000-00000000000a"),
      -5,
      Instant.parse("2026-03-29T01:30:00.456Z"),
      (short) 3,
      winter,
      winter.atOffset(ZoneOffset.UTC),
      Map.of("trace", "a\"ü"),
      "{\"a\": \"ü\"}".getBytes(java.nio.charset.StandardCharsets.UTF_8),
      "it broke",
      9_007_199_254_740_993L,
      Integer.MIN_VALUE,
      Short.MAX_VALUE,
      (byte) -7,
      true,
      1.5f,
      0.1,
      new BigDecimal("12345678901234567890.123456789"),
      new BigInteger("12345678901234567890"),
      "a '\"\\ text",
      'ß',
      UUID.fromString("12345678-9abc-4def-8123-456789abcdef"),
      winter,
      winter.atOffset(ZoneOffset.UTC),
      LocalDateTime.parse("2026-03-29T02:30:00.789"),
      LocalDate.parse("2026-03-29"),
      LocalTime.parse("02:30:15"),
      DayOfWeek.MONDAY,
      new byte[] {0, -1, 39, 92},
      new int[] {1, 2}
    };
  }
}
