package io.github.rowqueue.internal.form;

import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.dialect.Statement;
import io.github.rowqueue.internal.jdbc.RawRow;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.TableBinding;
import io.github.rowqueue.internal.jdbc.Values;
import java.util.List;

/**
 * Looks through the groups of a table for one with a row whose holder died, and takes that as a
 * claim of that group does.
 */
final class SuspectGroupTaking implements Taking {

  /** How many groups are tried; in others nothing happens until the next look. */
  private static final int MOST_GROUPS = 16;

  private final TableBinding table;
  private final Statement groups;
  private final List<String> excluded;
  private final Taking ofGroup;

  /**
   * A look through all groups but {@code excluded}.
   *
   * @param groups finds the groups
   * @param ofGroup takes the suspect of one
   */
  SuspectGroupTaking(TableBinding table, Statement groups, List<String> excluded, Taking ofGroup) {
    this.table = table;
    this.groups = groups;
    this.excluded = excluded;
    this.ofGroup = ofGroup;
  }

  @Override
  public List<RawRow> take(Session session, Values values, int limit) {
    Values look = values.copy().excluding(excluded).set(Meaning.LIMIT, MOST_GROUPS);
    List<Object> found =
        session.all(groups, table, look, rows -> String.valueOf(table.lane().read(rows, 1)));
    for (Object group : found.stream().distinct().toList()) {
      List<RawRow> rows = ofGroup.take(session, values.copy().set(Meaning.GROUP, group), limit);
      if (!rows.isEmpty()) {
        return rows;
      }
    }
    return List.of();
  }
}
