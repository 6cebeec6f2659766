package io.github.rowqueue.internal.jdbc;

import io.github.rowqueue.table.TableName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Tables as PostgreSQL describes them. */
final class PostgresCatalog {

  /** A name without a schema is looked for along the search path, as the statements will. */
  private static final String TABLE =
      """
      select c.oid, n.nspname, c.relname
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.oid = to_regclass(case when ? = '' then '' else quote_ident(?) || '.' end || quote_ident(?))
      """;

  private static final String INDEXES =
      """
      select i.relname, x.indisunique, x.indimmediate, pg_get_expr(x.indpred, x.indrelid) as predicate,
             x.indisvalid and m.amname = 'btree' as usable, a.attname,
             x.indoption[k.place - 1] & 1 = 0 as ascending
        from pg_index x
        join pg_class i on i.oid = x.indexrelid
        join pg_am m on m.oid = i.relam
       cross join lateral unnest(x.indkey) with ordinality as k(attnum, place)
        left join pg_attribute a on a.attrelid = x.indrelid and a.attnum = k.attnum and k.attnum > 0
       where x.indrelid = ? and k.place <= x.indnkeyatts and (x.indisvalid or not x.indisunique)
       order by i.relname, k.place
      """;

  private static final Set<String> PLAIN_TEXTS = Set.of("text", "varchar", "bpchar", "name");

  private PostgresCatalog() {}

  /** The table under the schema of the search path that has it; unchanged if there is none. */
  static TableName resolved(Connection connection, TableName table) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(TABLE)) {
      statement.setString(1, table.schema());
      statement.setString(2, table.schema());
      statement.setString(3, table.name());
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next() ? new TableName(rows.getString(2), rows.getString(3)) : table;
      }
    }
  }

  static Optional<TableInfo> read(Connection connection, TableName table) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(TABLE)) {
      statement.setString(1, table.schema());
      statement.setString(2, table.schema());
      statement.setString(3, table.name());
      try (ResultSet rows = statement.executeQuery()) {
        if (!rows.next()) {
          return Optional.empty();
        }
        List<ColumnInfo> columns =
            MetaDataCatalog.columns(connection, rows.getString(2), rows.getString(3)).stream()
                .map(PostgresCatalog::typed)
                .toList();
        List<IndexInfo> indexes = indexes(connection, rows.getLong(1));
        return Optional.of(new TableInfo(table, columns, indexes, false, false));
      }
    }
  }

  // An enum type passes for varchar in the metadata, but the server has no "enum = varchar": its
  // values are bound without a type, which the server then finds.
  private static ColumnInfo typed(ColumnInfo column) {
    boolean bindUntyped =
        column.family() == TypeFamily.TEXT && !PLAIN_TEXTS.contains(column.typeName());
    return new ColumnInfo(
        column.name(),
        bindUntyped ? Types.OTHER : column.jdbcType(),
        column.typeName(),
        column.family(),
        column.timesOrNull(),
        column.size() == Integer.MAX_VALUE || bindUntyped ? 0 : column.size(),
        column.digits(),
        column.nullable(),
        column.defaultValue(),
        column.generated(),
        null,
        false);
  }

  private static List<IndexInfo> indexes(Connection connection, long table) throws SQLException {
    Map<String, IndexDraft> indexes = new LinkedHashMap<>();
    try (PreparedStatement statement = connection.prepareStatement(INDEXES)) {
      statement.setLong(1, table);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          IndexDraft index = indexes.computeIfAbsent(rows.getString("relname"), IndexDraft::new);
          index.unique = rows.getBoolean("indisunique");
          index.immediate = rows.getBoolean("indimmediate");
          index.predicate = rows.getString("predicate");
          index.add(
              rows.getString("attname"), rows.getBoolean("usable") && rows.getBoolean("ascending"));
        }
      }
    }
    return indexes.values().stream().map(IndexDraft::toInfo).toList();
  }
}
