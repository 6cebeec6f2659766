package io.github.rowqueue.table;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A row of values that are already of the types they are asked for. */
record InMemoryRow(TableSpec spec, List<@Nullable Object> values) implements Row {

  static InMemoryRow of(TableSpec spec, @Nullable Object... values) {
    return new InMemoryRow(spec, Arrays.asList(values));
  }

  @Override
  public <T> @Nullable T get(int index, Class<T> type) {
    return type.cast(values.get(index));
  }

  @Override
  public <T> @Nullable T get(String name, Class<T> type) {
    List<String> names = spec.columns().stream().map(ColumnSpec::name).toList();
    return get(names.indexOf(name), type);
  }
}
