package io.github.rowqueue.dialect;

import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The DDL a description asks for: the table, its columns with defaults, and the indexes of the
 * claims.
 */
final class DdlSql {

  private static final Set<Role> REQUIRED =
      EnumSet.of(Role.ID, Role.GROUP, Role.PRIORITY, Role.RETRY_AFTER, Role.ATTEMPT);
  private static final Set<Role> EMPTY_AT_FIRST =
      EnumSet.of(Role.LOCKED_UNTIL, Role.PROCESSED_AT, Role.LAST_ERROR);

  private static final String CLAIM = "_claim";
  private static final String SUSPECT = "_suspect";
  private static final String WORK = "_work";

  private final Grammar grammar;
  private final ColumnTypes types;
  private final NameLimit limit;

  DdlSql(Grammar grammar, ColumnTypes types, NameLimit limit) {
    this.grammar = grammar;
    this.types = types;
    this.limit = limit;
  }

  /** The CREATE TABLE, and {@code indexes} after it. */
  List<String> withIndexes(TableSpec spec, List<String> indexes) {
    List<String> all = new ArrayList<>();
    all.add(createTable(spec).line(")").toText());
    all.addAll(indexes);
    return List.copyOf(all);
  }

  /** The CREATE TABLE with the index of {@link #equalityIndex} inside. */
  List<String> withEqualityIndex(TableSpec spec) {
    SqlWriter sql = createTable(spec).sql(",").line("  index ");
    sql.sql(grammar.quote(indexName(spec, CLAIM)))
        .sql(" (")
        .each(ClaimSql.equalThenOrderColumns(spec), sql::name);
    return List.of(sql.sql(")").line(")").toText());
  }

  /** {@code alter table … add column …}. */
  String addColumn(TableSpec spec, ColumnSpec column) {
    String now = types.nowForOldRows(ValueKind.of(column));
    return alter(spec).sql("add column ").sql(definition(column, now)).toText();
  }

  /** {@code alter table … modify column …}, which repeats the whole definition. */
  String modifyColumn(TableSpec spec, ColumnSpec column) {
    return alter(spec).sql("modify column ").sql(definition(column, now(column))).toText();
  }

  /**
   * One index over unleased unfinished rows in claim order, and one over the leases; a FIFO claim
   * asks for those of its group.
   */
  List<String> partialIndexes(TableSpec spec) {
    List<String> conditions = new ArrayList<>();
    for (Role role : List.of(Role.PROCESSED_AT, Role.LOCKED_UNTIL)) {
      spec.column(role)
          .ifPresent(column -> conditions.add(grammar.quote(column.name()) + " is null"));
    }
    String where = conditions.isEmpty() ? "" : "\nwhere " + String.join(" and ", conditions);
    List<String> all = new ArrayList<>();
    all.add(index(spec, CLAIM, laneThen(spec, ClaimSql.orderColumns(spec)), where));
    spec.column(Role.LOCKED_UNTIL)
        .ifPresent(
            lease ->
                all.add(
                    index(
                        spec,
                        SUSPECT,
                        spec.fifoGroups() ? groupThen(spec, List.of(lease)) : List.of(lease),
                        "\nwhere %s is not null".formatted(grammar.quote(lease.name())))));
    spec.column(Role.LOCKED_UNTIL)
        .filter(lease -> spec.fifoKeys())
        .ifPresent(lease -> all.add(work(spec, lease)));
    return List.copyOf(all);
  }

  /** A unique index over the keys in work: which are, and that no key is twice. */
  private String work(TableSpec spec, ColumnSpec lease) {
    String done =
        spec.column(Role.PROCESSED_AT)
            .map(column -> grammar.quote(column.name()) + " is null and ")
            .orElse("");
    String where = "\nwhere %s%s is not null".formatted(done, grammar.quote(lease.name()));
    return index(spec, "create unique index ", WORK, laneThen(spec, List.of()), where);
  }

  /** One index whose first columns a claim compares for equality, the claim order behind them. */
  List<String> equalityIndex(TableSpec spec) {
    return List.of(index(spec, CLAIM, ClaimSql.equalThenOrderColumns(spec), ""));
  }

  private SqlWriter createTable(TableSpec spec) {
    SqlWriter sql = new SqlWriter(grammar).line("create table ").table(spec.table()).sql(" (");
    for (int i = 0; i < spec.columns().size(); i++) {
      ColumnSpec column = spec.columns().get(i);
      sql.sql(i == 0 ? "" : ",").line("  ").sql(definition(column, now(column)));
    }
    return sql;
  }

  private String indexName(TableSpec spec, String suffix) {
    return limit.join(spec.table().name(), suffix);
  }

  private String index(TableSpec spec, String suffix, List<ColumnSpec> columns, String where) {
    return index(spec, "create index ", suffix, columns, where);
  }

  private String index(
      TableSpec spec, String create, String suffix, List<ColumnSpec> columns, String where) {
    SqlWriter sql = new SqlWriter(grammar);
    sql.sql(create).sql(grammar.indexOn(spec.table(), indexName(spec, suffix)));
    return sql.sql(" (").each(columns, sql::name).sql(")" + where).toText();
  }

  private String definition(ColumnSpec column, String now) {
    String name = grammar.quote(column.name()) + " ";
    ValueKind kind = ValueKind.of(column);
    if (column.plays(Role.ID)) {
      return name
          + (column.generated()
              ? types.generatedId(kind)
              : types.type(kind) + " not null primary key");
    }
    return name
        + (kind == ValueKind.ARRAY ? types.array(ValueKind.ofElements(column)) : types.type(kind))
        + defaultOf(column, kind, now)
        + (isRequired(column) ? " not null" : "");
  }

  private static String defaultOf(ColumnSpec column, ValueKind kind, String now) {
    if (column.plays(Role.ATTEMPT)) {
      return " default 1";
    }
    if (column.plays(Role.PRIORITY)) {
      return " default 0";
    }
    boolean generatedTime = column.role().isEmpty() && column.generated() && kind.isTime();
    return column.plays(Role.RETRY_AFTER) || generatedTime ? " default " + now : "";
  }

  // What fills a generated data column is the service's to say; without a default a NOT NULL would
  // refuse every insert.
  private static boolean isRequired(ColumnSpec column) {
    if (column.role().filter(REQUIRED::contains).isPresent()) {
      return true;
    }
    boolean empty = column.role().filter(EMPTY_AT_FIRST::contains).isPresent();
    return !empty && !column.nullable() && !column.generated();
  }

  private String now(ColumnSpec column) {
    return types.now(ValueKind.of(column));
  }

  private SqlWriter alter(TableSpec spec) {
    return new SqlWriter(grammar).sql("alter table ").table(spec.table()).sql(" ");
  }

  private static List<ColumnSpec> laneThen(TableSpec spec, List<ColumnSpec> columns) {
    Stream<ColumnSpec> key =
        spec.fifoKeys() ? columns(spec, Role.PARTITION_KEY) : Stream.<ColumnSpec>empty();
    return groupThen(spec, Stream.concat(key, columns.stream()).toList());
  }

  private static List<ColumnSpec> groupThen(TableSpec spec, List<ColumnSpec> columns) {
    return Stream.concat(columns(spec, Role.GROUP), columns.stream()).toList();
  }

  private static Stream<ColumnSpec> columns(TableSpec spec, Role... roles) {
    return Stream.of(roles).flatMap(role -> spec.column(role).stream());
  }
}
