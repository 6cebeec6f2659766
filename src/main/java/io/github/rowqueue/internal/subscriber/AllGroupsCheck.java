package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.internal.jdbc.TableInfo;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.ClaimForm;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableName;
import io.github.rowqueue.table.TableSpec;

/** What a subscription to all groups needs beyond a subscription to one. Needs no database. */
final class AllGroupsCheck {

  private AllGroupsCheck() {}

  static void check(Subscription subscription, TableInfo info, Dialect dialect, Findings findings) {
    if (!subscription.servesAllGroups()) {
      return;
    }
    suspects(subscription.spec(), info, dialect, findings);
    ColumnSpec group = subscription.spec().column(Role.GROUP).orElseThrow();
    info.column(group.name())
        .filter(found -> TableCheck.isListed(found, dialect))
        .ifPresent(
            found ->
                findings.problem(
                    TableCheck.listed(group, found),
                    dialect.fixDdl(subscription.spec(), group, true)));
  }

  /**
   * A look for rows whose holder died that is not of one group: MySQL and MariaDB have no indexes
   * of the rows in work alone, and the one of the claims begins with the group.
   */
  private static void suspects(TableSpec spec, TableInfo info, Dialect dialect, Findings findings) {
    boolean isMySql = dialect.name().equals("mysql") || dialect.name().equals("mariadb");
    if (spec.form() != ClaimForm.LEASE || !isMySql) {
      return;
    }
    String lease = spec.column(Role.LOCKED_UNTIL).orElseThrow().name();
    boolean found =
        info.indexes().stream()
            .anyMatch(index -> index.ordered() && info.same(index.columns().get(0), lease));
    if (!found) {
      findings.warning(
          "no index begins with column %s (@LockedUntil), so that the look for rows of dead holders, which allGroups makes over all groups at each poll, reads the whole table: create it"
              .formatted(lease),
          "create index %s on %s (%s)"
              .formatted(
                  dialect.quote(spec.table().name() + "_lease"),
                  quoted(spec.table(), dialect),
                  dialect.quote(lease)));
    }
  }

  private static String quoted(TableName table, Dialect dialect) {
    String name = dialect.quote(table.name());
    return table.schema().isEmpty() ? name : dialect.quote(table.schema()) + "." + name;
  }
}
