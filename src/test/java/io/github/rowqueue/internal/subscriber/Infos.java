package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.internal.jdbc.ColumnInfo;
import io.github.rowqueue.internal.jdbc.IndexInfo;
import io.github.rowqueue.internal.jdbc.TableInfo;
import io.github.rowqueue.internal.jdbc.TimeStorage;
import io.github.rowqueue.internal.jdbc.TypeFamily;
import io.github.rowqueue.table.TableName;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tables made by hand, as a probe would describe them. */
final class Infos {

  private final String name;
  private final List<ColumnInfo> columns = new ArrayList<>();
  private final List<IndexInfo> indexes = new ArrayList<>();
  private boolean reusesIds;

  private Infos(String name) {
    this.name = name;
  }

  static Infos of(String name) {
    return new Infos(name);
  }

  /** A lease table in order, on PostgreSQL. */
  static Infos jobs(String name) {
    return of(name)
        .add(column("id", TypeFamily.INTEGER, "int8"))
        .add(column("grp", TypeFamily.TEXT, "text"))
        .add(column("priority", TypeFamily.INTEGER, "int4"))
        .add(time("retry_after", false))
        .add(withDefault(column("attempt", TypeFamily.INTEGER, "int2"), "1"))
        .add(time("locked_until", true))
        .add(time("processed_at", true))
        .add(column("payload", TypeFamily.BINARY, "bytea"))
        .index("jobs_pkey", true, null, "id")
        .index(
            "jobs_claim",
            false,
            "((processed_at IS NULL) AND (locked_until IS NULL))",
            "grp",
            "priority",
            "retry_after",
            "id")
        .index("jobs_suspect", false, "(locked_until IS NOT NULL)", "locked_until");
  }

  Infos add(ColumnInfo column) {
    columns.removeIf(old -> old.name().equals(column.name()));
    columns.add(column);
    return this;
  }

  Infos without(String column) {
    columns.removeIf(old -> old.name().equals(column));
    return this;
  }

  Infos index(String index, boolean unique, @Nullable String predicate, String... keys) {
    indexes.removeIf(old -> old.name().equals(index));
    indexes.add(new IndexInfo(index, unique, List.of(keys), predicate, true));
    return this;
  }

  Infos withoutIndex(String index) {
    indexes.removeIf(old -> old.name().equals(index));
    return this;
  }

  Infos reusesIds() {
    reusesIds = true;
    return this;
  }

  TableInfo table() {
    return new TableInfo(new TableName("", name), columns, indexes, false, reusesIds);
  }

  static ColumnInfo column(String name, TypeFamily family, String type) {
    return new ColumnInfo(
        name, Types.OTHER, type, family, null, 0, 0, false, null, false, null, false);
  }

  static ColumnInfo time(String name, boolean nullable) {
    return timed(name, "timestamptz", TimeStorage.OFFSET, 6, nullable, false);
  }

  static ColumnInfo timed(
      String name,
      String type,
      TimeStorage storage,
      int digits,
      boolean nullable,
      boolean onUpdate) {
    return new ColumnInfo(
        name,
        Types.TIMESTAMP,
        type,
        TypeFamily.TIMESTAMP,
        storage,
        0,
        digits,
        nullable,
        null,
        false,
        null,
        onUpdate);
  }

  static ColumnInfo withDefault(ColumnInfo column, @Nullable String value) {
    return new ColumnInfo(
        column.name(),
        column.jdbcType(),
        column.typeName(),
        column.family(),
        column.timesOrNull(),
        column.size(),
        column.digits(),
        column.nullable(),
        value,
        column.generated(),
        column.collation(),
        column.onUpdate());
  }

  static ColumnInfo nullable(ColumnInfo column) {
    return new ColumnInfo(
        column.name(),
        column.jdbcType(),
        column.typeName(),
        column.family(),
        column.timesOrNull(),
        column.size(),
        column.digits(),
        true,
        column.defaultValue(),
        column.generated(),
        column.collation(),
        column.onUpdate());
  }

  static ColumnInfo collated(String name, String collation) {
    return new ColumnInfo(
        name,
        Types.VARCHAR,
        "varchar(40)",
        TypeFamily.TEXT,
        null,
        40,
        0,
        false,
        null,
        false,
        collation,
        false);
  }
}
