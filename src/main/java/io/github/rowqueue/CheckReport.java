package io.github.rowqueue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;

/**
 * What {@code start()} would say about subscriptions and a database: for a service's own test, or
 * for a look before a deployment. Immutable.
 *
 * @param problems what would keep Rowqueue from starting
 * @param warnings what would work, but not well
 */
public record CheckReport(List<Finding> problems, List<Finding> warnings) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Copies the lists. */
  public CheckReport {
    problems = List.copyOf(problems);
    warnings = List.copyOf(warnings);
  }

  /** Whether there is nothing to mend: neither a problem nor a warning. */
  public boolean isClean() {
    return problems.isEmpty() && warnings.isEmpty();
  }

  /**
   * The report as a JSON object: {@code problems} and {@code warnings}, each a list of findings,
   * and {@code clean}.
   */
  public String toJson() {
    try {
      return JSON.writeValueAsString(this);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("texts are always JSON", impossible);
    }
  }

  /**
   * One thing found.
   *
   * @param where subscription, table and row class
   * @param text what is so, and what to do about it
   * @param ddl the statements that would do it; may be empty
   */
  public record Finding(String where, String text, List<String> ddl) {
    /** Copies the list. */
    public Finding {
      ddl = List.copyOf(ddl);
    }

    /** The whole of it, each statement on a line of its own. */
    @Override
    public String toString() {
      StringBuilder all = new StringBuilder(where).append(": ").append(text);
      ddl.forEach(statement -> all.append('\n').append(statement).append(';'));
      return all.toString();
    }
  }
}
