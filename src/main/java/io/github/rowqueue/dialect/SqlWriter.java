package io.github.rowqueue.dialect;

import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.TableName;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * Grows a statement's text and its parameters in the same call, so that nobody ever counts
 * placeholders. Names go in quoted and values as placeholders only. Not thread-safe.
 */
final class SqlWriter {

  private final Grammar grammar;
  private final StringBuilder text = new StringBuilder();
  private final List<Param> params = new ArrayList<>();
  private String indent = "";

  SqlWriter(Grammar grammar) {
    this.grammar = grammar;
  }

  Grammar grammar() {
    return grammar;
  }

  /** Appends SQL of the dialect's own; never a name or a value. */
  SqlWriter sql(String fragment) {
    text.append(fragment);
    return this;
  }

  /** Appends {@code fragment} on a line of its own. */
  SqlWriter line(String fragment) {
    if (!text.isEmpty()) {
      text.append('\n').append(indent);
    }
    return sql(fragment);
  }

  /** Writes {@code nested} two columns further in. */
  SqlWriter indented(Consumer<SqlWriter> nested) {
    String outer = indent;
    indent = outer + "  ";
    nested.accept(this);
    indent = outer;
    return this;
  }

  SqlWriter name(ColumnSpec column) {
    return sql(grammar.quote(column.name()));
  }

  SqlWriter table(TableName table) {
    return sql(quoted(grammar, table));
  }

  SqlWriter bind(Meaning meaning) {
    return bind(meaning, 0);
  }

  SqlWriter bind(Meaning meaning, int index) {
    params.add(new Param(meaning, index));
    return sql("?");
  }

  /** Writes {@code item} for 0 to {@code count} - 1, separated by commas. */
  SqlWriter times(int count, IntConsumer item) {
    for (int i = 0; i < count; i++) {
      sql(i == 0 ? "" : ", ");
      item.accept(i);
    }
    return this;
  }

  /** Writes {@code item} for each of {@code items}, separated by commas. */
  <T> SqlWriter each(List<T> items, Consumer<T> item) {
    return times(items.size(), i -> item.accept(items.get(i)));
  }

  /** Writes {@code where} and the conditions, one per line; nothing if there is none. */
  SqlWriter where(List<Consumer<SqlWriter>> conditions) {
    for (int i = 0; i < conditions.size(); i++) {
      line(i == 0 ? "where " : "  and ");
      conditions.get(i).accept(this);
    }
    return this;
  }

  /** The finished statement, named {@code <dialect>/path}. */
  Statement toStatement(String path) {
    return new Statement(grammar.dialect() + "/" + path, text.toString(), params);
  }

  /** The text alone, for DDL, which binds nothing. */
  String toText() {
    return text.toString();
  }

  static String quoted(Grammar grammar, TableName table) {
    String name = grammar.quote(table.name());
    return table.schema().isEmpty() ? name : grammar.quote(table.schema()) + "." + name;
  }
}
