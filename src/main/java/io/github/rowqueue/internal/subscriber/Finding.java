package io.github.rowqueue.internal.subscriber;

import java.util.List;

/**
 * One thing the start check has to say.
 *
 * @param where subscription, table and row class
 * @param text what is so, and after a colon what to do about it
 * @param ddl the statements that would do it; may be empty
 */
public record Finding(String where, String text, List<String> ddl) {
  /** Copies the list. */
  public Finding {
    ddl = List.copyOf(ddl);
  }

  /** The whole of it as messages show it, each statement on a line of its own. */
  @Override
  public String toString() {
    StringBuilder all = new StringBuilder(where).append(": ").append(text);
    ddl.forEach(statement -> all.append('\n').append(statement).append(';'));
    return all.toString();
  }
}
