package io.github.rowqueue.bench.cost;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What the stand-in takes a statement for: it looks at as little of it as it can, so that it goes
 * on playing PostgreSQL when the dialect's statements change.
 *
 * @param kind what it does
 * @param columns the columns of its result, in lower case without quotes
 * @param limit the position of the parameter of its limit, for a claim
 * @param firstId the position of the first parameter that is an id or an array of ids, for a
 *     settlement
 * @param ids how many ids follow one another there
 * @param held the position of the parameter that a claim writes as the end of its lease
 */
record Plan(Kind kind, List<String> columns, int limit, int firstId, int ids, int held) {

  private static final Pattern LIMIT = Pattern.compile("limit (?:\\?|\\(select cast\\(\\?)");
  private static final Pattern IDS =
      Pattern.compile("\"id\" (?:in \\(|= any\\(|= )(\\?(?:, \\?)*)");
  private static final Pattern HELD = Pattern.compile("\"locked_until\" = \\?");
  private static final Pattern RETURNING = Pattern.compile("(?s).*\nselect (\".*?)\nfrom .*");

  /** What statements do. */
  enum Kind {
    /** Takes rows that are due. */
    CLAIM,
    /** Takes rows whose lease ran out, or looks for work: there is none. */
    NOTHING,
    /** Writes rows off and returns their ids. */
    SETTLE_MANY,
    /** Writes rows off and returns how many. */
    SETTLE,
    /** Asks for what the database is like. */
    CATALOG
  }

  static Plan of(String sql) {
    String text = sql.toLowerCase(Locale.ROOT);
    if (text.contains("pg_") || !text.contains("\"messages\"")) {
      return new Plan(Kind.CATALOG, List.of(), 0, 0, 0, 0);
    }
    if (LIMIT.matcher(text).find()) {
      boolean suspects = text.contains("\"locked_until\" <= ?");
      Matcher columns = RETURNING.matcher(text);
      if (suspects || !columns.matches()) {
        return new Plan(Kind.NOTHING, List.of(), 0, 0, 0, 0);
      }
      List<String> names =
          Stream.of(columns.group(1).split(","))
              .map(name -> name.strip().replace("\"", ""))
              .toList();
      return new Plan(Kind.CLAIM, names, position(LIMIT, text), 0, 0, position(HELD, text));
    }
    if (text.startsWith("select")) {
      return new Plan(Kind.NOTHING, List.of(), 0, 0, 0, 0);
    }
    if (!text.startsWith("delete") && !text.startsWith("update")) {
      throw new IllegalArgumentException("the stand-in does not know what to do: " + sql);
    }
    Matcher ids = IDS.matcher(text);
    boolean listed = ids.find();
    return new Plan(
        text.contains("returning") ? Kind.SETTLE_MANY : Kind.SETTLE,
        List.of("id"),
        0,
        listed ? parameters(text, ids.start()) + 1 : 0,
        listed ? parameters(ids.group(1), ids.group(1).length()) : 0,
        0);
  }

  private static int position(Pattern pattern, String text) {
    Matcher found = pattern.matcher(text);
    if (!found.find()) {
      throw new IllegalStateException("the stand-in knows no statement without " + pattern);
    }
    return parameters(text, found.start()) + 1;
  }

  private static int parameters(String text, int end) {
    return (int) text.chars().limit(end).filter(one -> one == '?').count();
  }
}
