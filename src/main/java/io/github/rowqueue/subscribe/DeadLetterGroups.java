package io.github.rowqueue.subscribe;

import io.github.rowqueue.table.TableName;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/** The groups of a table that rows are moved to when they have spent their attempts. */
public final class DeadLetterGroups {

  private DeadLetterGroups() {}

  /**
   * The groups of {@code table} that are a dead letter of one of {@code subscriptions}; a
   * subscription to all groups leaves them out.
   */
  public static Set<String> of(TableName table, Collection<Subscription> subscriptions) {
    Set<String> groups = new TreeSet<>();
    for (Subscription subscription : subscriptions) {
      if (subscription.spec().table().equals(table)
          && subscription.deadLetter().orElse(null) instanceof DeadLetter.ToGroup to) {
        groups.add(to.group());
      }
    }
    return groups;
  }
}
