package io.github.rowqueue.internal.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.dialect.Param;
import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.dialect.Statement;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.table.TableSpec;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** That values survive the bindings made of what the probe read. */
abstract class BindingContract extends ProbeFixture {

  BindingContract(DatabaseKind kind) {
    super(kind);
  }

  /** Types an id may have here, each with a value as SQL writes it. */
  abstract Map<String, String> ids();

  @Test
  void the_own_ddl_of_a_dialect_reads_back_as_it_was_meant() throws SQLException {
    TableSpec spec = AllTypes.spec("own");
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
    TableSpec spec = AllTypes.spec("survive");
    test().execute(dialect().ddl(spec).toArray(String[]::new));
    TableBinding binding = TableBindings.bind(spec, table("survive")).orElseThrow();
    Object[] values = AllTypes.values();

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
    TableSpec spec = AllTypes.spec("nothing");
    test().execute(dialect().ddl(spec).toArray(String[]::new));
    TableBinding binding = TableBindings.bind(spec, table("nothing")).orElseThrow();
    Object[] values = AllTypes.values();
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
    TableSpec spec = AllTypes.spec("token");
    test().execute(dialect().ddl(spec).toArray(String[]::new));
    TableBinding binding = TableBindings.bind(spec, table("token")).orElseThrow();
    int lease = spec.indexOf(io.github.rowqueue.table.Role.LOCKED_UNTIL);
    for (String text :
        List.of("2026-10-25T00:30:00.123456789Z", "2026-03-29T01:30:00.999999999Z")) {
      Instant expiry = binding.column(lease).cut(Instant.parse(text));
      Object[] values = AllTypes.values();
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
          dialect().insert(spec, spec.columns(), Optional.empty()),
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
}
