package io.github.rowqueue.internal.publish;

import io.github.rowqueue.error.PublishException;
import io.github.rowqueue.publish.PublishOptions;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableSpec;
import java.util.Optional;

/**
 * Leads names to a table.
 *
 * @param pattern a name, {@code prefix.*}, or {@code *}
 * @param table the table
 * @param rowClass the class of its rows; empty for a table described by hand
 * @param <R> the row class
 */
public record Route<R>(String pattern, Table<R> table, Optional<Class<R>> rowClass) {

  /**
   * Checks the pattern.
   *
   * @throws IllegalArgumentException if it is empty, or has a star elsewhere
   */
  public Route {
    String fixed = pattern.endsWith(".*") ? pattern.substring(0, pattern.length() - 2) : pattern;
    if (!pattern.equals("*") && (fixed.isEmpty() || fixed.contains("*"))) {
      throw new IllegalArgumentException(
          "\"%s\" is no route: use a name, a prefix such as \"reports.*\", or \"*\""
              .formatted(pattern));
    }
  }

  TableSpec spec() {
    return table.spec();
  }

  /** Whether {@code message} is a row of the table, and no payload of one. */
  boolean isRow(Object message) {
    return rowClass.isPresent() ? rowClass.get().isInstance(message) : !spec().has(Role.PAYLOAD);
  }

  /** The options of a publish to {@code name}, which is the group where there are groups (B235). */
  PublishOptions options(String name, PublishOptions options) {
    Object group = options.values().get(Role.GROUP);
    if (group != null && !group.equals(name)) {
      throw new PublishException(
          "an option sets group %s, but the name published to is the group: publish to \"%s\", or leave the option out"
              .formatted(group, group),
          null);
    }
    return spec().has(Role.GROUP) ? options.group(name) : options;
  }

  /** How messages about {@code name} begin (B245). */
  String where(String name) {
    return "publish to \"%s\" by route \"%s\", table %s (%s)"
        .formatted(name, pattern, spec().table(), spec().describedBy());
  }
}
