package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.internal.jdbc.Database;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.publish.Announcements;
import io.github.rowqueue.publish.ListenNotify;
import io.github.rowqueue.subscribe.DeadLetterGroups;
import io.github.rowqueue.subscribe.RowqueueListener;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableName;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/**
 * Who is woken by which rows: the subscriptions of this process, and those of others by
 * notifications. Filled before anything runs; thread-safe from then on.
 */
final class Waking implements Announcements, NotificationListener.Sleepers {

  private final Map<Subscription, SubscriberLoop> loops = new LinkedHashMap<>();
  private Optional<Notifications> others = Optional.empty();

  void add(Subscription subscription, SubscriberLoop loop) {
    loops.put(subscription, loop);
  }

  /** Tells other processes from now on, and is told by them. */
  void join(Database database, ListenNotify how, RowqueueListener events) {
    Set<TableName> tables =
        loops.keySet().stream().map(one -> one.spec().table()).collect(Collectors.toSet());
    others =
        Optional.of(Notifications.start(database, how, tables, this, new SafeListener(events)));
  }

  @Override
  public void written(TableName table, Optional<String> group, Duration delay) {
    inGroups(
        table,
        group.map(Set::of).orElse(Set.of(DirtyGroups.ALL)),
        (one, loop) -> loop.announced(delay));
    if (delay.isZero()) { // others would look in vain for a row that is not due
      others.ifPresent(processes -> processes.written(table, group));
    }
  }

  @Override
  public void placed(TableName table, Optional<String> group, long priority, Instant due) {
    inGroups(
        table,
        group.map(Set::of).orElse(Set.of(DirtyGroups.ALL)),
        (one, loop) -> loop.placed(priority, due));
  }

  @Override
  public void told(TableName table, Set<String> groups) {
    inGroups(table, groups, (one, loop) -> loop.wake());
  }

  @Override
  public void missed() {
    loops.values().forEach(SubscriberLoop::wake);
  }

  /**
   * Wakes the subscriptions of that name, and those of all groups, of which it may be one; whether
   * there is any.
   */
  boolean wake(String name) {
    boolean found = false;
    for (Map.Entry<Subscription, SubscriberLoop> entry : loops.entrySet()) {
      Subscription one = entry.getKey();
      if (one.name().equals(name) || (one.servesAllGroups() && serves(one, name))) {
        entry.getValue().wake();
        boolean itself = one.servesAllGroups() && one.name().equals(name);
        Optional<String> group =
            itself || !one.spec().has(Role.GROUP) ? Optional.empty() : Optional.of(name);
        others.ifPresent(processes -> processes.written(one.spec().table(), group));
        found = true;
      }
    }
    return found;
  }

  private void inGroups(
      TableName table, Set<String> groups, BiConsumer<Subscription, SubscriberLoop> wake) {
    loops.forEach(
        (one, loop) -> {
          boolean concerned =
              groups.contains(DirtyGroups.ALL)
                  || groups.stream().anyMatch(group -> serves(one, group));
          if (one.spec().table().equals(table) && concerned) {
            wake.accept(one, loop);
          }
        });
  }

  private boolean serves(Subscription subscription, String group) {
    if (!subscription.servesAllGroups()) {
      return !subscription.spec().has(Role.GROUP) || group.equals(subscription.name());
    }
    return !DeadLetterGroups.of(subscription.spec().table(), loops.keySet()).contains(group);
  }

  @Override
  public boolean inTransaction() {
    return others.map(Notifications::inTransaction).orElse(false);
  }

  @Override
  public void writing(Session session, TableName table, Collection<Optional<String>> groups) {
    others.ifPresent(processes -> processes.writing(session, table, groups));
  }

  @Override
  public void writing(Connection connection, TableName table, Collection<Optional<String>> groups)
      throws SQLException {
    if (others.isPresent()) {
      others.get().writing(connection, table, groups);
    }
  }

  void requireChannel(TableName table) {
    others.ifPresent(processes -> processes.require(table));
  }

  void stopListening() {
    others.ifPresent(Notifications::stopListening);
  }

  void stopSending() {
    others.ifPresent(Notifications::stopSending);
  }
}
