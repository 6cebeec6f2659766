package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.internal.jdbc.TableInfo;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.ClaimForm;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableName;
import io.github.rowqueue.table.TableSpec;

/** What a subscription to all groups needs beyond a subscription to one. Needs no database. */
final class AllGroupsCheck {

  private AllGroupsCheck() {}

  /**
   * A look for rows whose holder died that is not of one group: MySQL and MariaDB have no indexes
   * of the rows in work alone, and the one of the claims begins with the group.
   */
  static void check(Subscription subscription, TableInfo info, Dialect dialect, Findings findings) {
    TableSpec spec = subscription.spec();
    boolean isMySql = dialect.name().equals("mysql") || dialect.name().equals("mariadb");
    if (!subscription.servesAllGroups() || spec.form() != ClaimForm.LEASE || !isMySql) {
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
