package io.github.rowqueue.dialect;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * SQL of the service's own, whose parameters have names: {@code :id}, {@code :now}. Read once; then
 * a {@link Statement} like any other. Names inside literals, quoted names and comments are text,
 * and so are casts ({@code ::text}) and assignments ({@code :=}). Immutable and thread-safe.
 */
public final class NamedSql {

  private final String text;
  private final List<Piece> pieces;

  private NamedSql(String text, List<Piece> pieces) {
    this.text = text;
    this.pieces = List.copyOf(pieces);
  }

  /**
   * Reads {@code sql}.
   *
   * @throws IllegalArgumentException if it is empty, has a placeholder without a name, or a
   *     literal, quoted name or comment without its end
   */
  public static NamedSql parse(String sql) {
    if (Objects.requireNonNull(sql, "sql").isBlank()) {
      throw new IllegalArgumentException("the SQL is empty");
    }
    return new NamedSql(sql, new NamedSqlReader(sql).read());
  }

  /** The names of its parameters, in the order of their first places, without the colon. */
  public Set<String> names() {
    return pieces.stream()
        .filter(Piece::isName)
        .map(Piece::text)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** The statement {@code name} with a {@code ?} for each parameter. */
  public Statement statement(String name, Function<String, Param> meaning) {
    return statementOf(name, parameter -> List.of(meaning.apply(parameter)));
  }

  /**
   * As {@link #statement}, with a list of {@code ?} for a parameter of several values.
   *
   * @param meanings the values of a parameter, one or more
   */
  public Statement statementOf(String name, Function<String, List<Param>> meanings) {
    StringBuilder sql = new StringBuilder();
    List<Param> params = new ArrayList<>();
    for (Piece piece : pieces) {
      if (piece.isName()) {
        List<Param> values = meanings.apply(piece.text());
        sql.append(
            IntStream.range(0, values.size()).mapToObj(i -> "?").collect(Collectors.joining(", ")));
        params.addAll(values);
      } else {
        sql.append(piece.text());
      }
    }
    return new Statement(name, sql.toString(), params);
  }

  /** The SQL as it was given. */
  @Override
  public String toString() {
    return text;
  }

  /**
   * A part of the text.
   *
   * @param text the SQL, or the name of a parameter
   * @param isName which of both
   */
  record Piece(String text, boolean isName) {}
}
