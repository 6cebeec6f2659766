package io.github.rowqueue.internal.jdbc;

import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.internal.jdbc.Values.Token;
import io.github.rowqueue.table.Role;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Binds the values of many rows as arrays, each meaning one array, in PostgreSQL's types. */
final class BatchArrays {

  private final TableBinding table;
  private final PreparedStatement statement;
  private final Values values;

  BatchArrays(TableBinding table, PreparedStatement statement, Values values) {
    this.table = table;
    this.statement = statement;
    this.values = values;
  }

  void bind(int position, Meaning meaning) throws SQLException {
    List<Token> rows = values.rows();
    switch (meaning) {
      case IDS -> ids(position, rows.stream().map(Token::id).toList());
      case EACH_IDS -> ids(position, List.copyOf(values.each().keySet()));
      case HELD_UNTILS ->
          times(position, Role.LOCKED_UNTIL, of(rows.size(), i -> rows.get(i).heldUntil()));
      case HELD_ATTEMPTS -> set(position, "int8", of(rows.size(), i -> rows.get(i).heldAttempt()));
      case EACH_RETRY_ATS -> times(position, Role.RETRY_AFTER, each(Meaning.RETRY_AT));
      case EACH_HOLD_UNTILS -> times(position, Role.LOCKED_UNTIL, each(Meaning.RETRY_AT));
      case EACH_ERRORS -> set(position, "text", each(Meaning.LAST_ERROR));
      default -> throw new IllegalStateException(meaning + " is no array");
    }
  }

  private void ids(int position, List<RowId> ids) throws SQLException {
    Object first = ids.get(0).raw();
    set(position, table.column(Role.ID).elementType(first), of(ids.size(), i -> ids.get(i).raw()));
  }

  private void times(int position, Role role, List<@Nullable Object> instants) throws SQLException {
    ColumnBinding column = table.column(role);
    TimeStorage time = column.time().orElseThrow();
    List<@Nullable Object> elements = new ArrayList<>(instants.size());
    Object before = null;
    Object element = null;
    for (Object instant : instants) {
      if (instant != before) { // rows of one claim have one expiry
        element = instant == null ? null : time.element(column.cut((Instant) instant));
        before = instant;
      }
      elements.add(element);
    }
    set(position, time.elementType(), elements);
  }

  private List<@Nullable Object> each(Meaning meaning) {
    List<@Nullable Object> all = new ArrayList<>();
    for (Values own : values.each().values()) {
      all.add(own.get(meaning));
    }
    return all;
  }

  private interface Element {
    @Nullable Object at(int index);
  }

  private static List<@Nullable Object> of(int size, Element element) {
    List<@Nullable Object> all = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      all.add(element.at(i));
    }
    return all;
  }

  private void set(int position, String type, List<@Nullable Object> elements) throws SQLException {
    statement.setArray(position, statement.getConnection().createArrayOf(type, elements.toArray()));
  }
}
