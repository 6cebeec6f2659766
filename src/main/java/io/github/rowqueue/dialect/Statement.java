package io.github.rowqueue.dialect;

import java.util.List;
import java.util.Objects;

/**
 * Finished SQL with {@code ?} placeholders and what each of them stands for.
 *
 * @param name such as {@code mysql/lease/claim}: the path of the golden file, and what logs and
 *     exceptions quote
 * @param sql the text; every name quoted, no value inlined
 * @param params the meanings of the placeholders, in order; one meaning may stand at several places
 */
public record Statement(String name, String sql, List<Param> params) {

  /** Copies the list. */
  public Statement {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(sql, "sql");
    params = List.copyOf(params);
  }
}
