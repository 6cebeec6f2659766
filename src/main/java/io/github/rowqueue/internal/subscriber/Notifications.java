package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.internal.jdbc.ChannelNames;
import io.github.rowqueue.internal.jdbc.Database;
import io.github.rowqueue.internal.jdbc.NotifyWriter;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.publish.ListenNotify;
import io.github.rowqueue.publish.ListenNotify.Sending;
import io.github.rowqueue.subscribe.Backoff;
import io.github.rowqueue.subscribe.RowqueueListener;
import io.github.rowqueue.table.TableName;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One {@code Rowqueue}'s part in LISTEN and NOTIFY: what it sends, when, and what it listens for.
 * Thread-safe.
 */
final class Notifications {

  /** After failures of either thread: as of claims. */
  private static final Backoff BACKOFF =
      Backoff.exponential(Duration.ofMillis(100), Duration.ofSeconds(30), 0.2);

  private final ListenNotify options;
  private final ChannelNames names;
  private final NotifyWriter writer;
  private final Optional<NotificationSender> sender;
  private final Optional<NotificationListener> listener;

  private Notifications(
      Database database,
      Database listened,
      ListenNotify options,
      Set<TableName> tables,
      NotificationListener.Sleepers sleepers,
      RowqueueListener events) {
    this.options = options;
    this.names = new ChannelNames(database);
    this.writer = new NotifyWriter(database, names);
    this.sender =
        options.sending() == Sending.AFTER_COMMIT
            ? Optional.of(new NotificationSender(database, writer, options.interval(), BACKOFF))
            : Optional.empty();
    // A Rowqueue that only publishes wakes nobody here, and needs no connection for it.
    this.listener =
        tables.isEmpty()
            ? Optional.empty()
            : Optional.of(
                new NotificationListener(
                    listened, names, tables, options, BACKOFF, sleepers, events));
  }

  /** Starts the threads that are needed. */
  static Notifications start(
      Database database,
      ListenNotify options,
      Set<TableName> tables,
      NotificationListener.Sleepers sleepers,
      RowqueueListener events) {
    Database listened = options.connection().map(database::through).orElse(database);
    Notifications all = new Notifications(database, listened, options, tables, sleepers, events);
    all.sender.ifPresent(NotificationSender::start);
    all.listener.ifPresent(NotificationListener::start);
    return all;
  }

  /** Refuses a table that has no channel. */
  void require(TableName table) {
    if (options.sending() != Sending.NEVER) {
      String unused = names.of(table);
    }
  }

  /** A row is committed that is due. */
  void written(TableName table, Optional<String> group) {
    sender.ifPresent(thread -> thread.written(table, group.orElse(DirtyGroups.ALL)));
  }

  boolean inTransaction() {
    return options.sending() == Sending.IN_TRANSACTION;
  }

  void writing(Session session, TableName table, Collection<Optional<String>> groups) {
    if (inTransaction() && !groups.isEmpty()) {
      writer.send(session, table, payloads(groups));
    }
  }

  void writing(Connection connection, TableName table, Collection<Optional<String>> groups)
      throws SQLException {
    if (inTransaction() && !groups.isEmpty()) {
      writer.send(connection, table, payloads(groups));
    }
  }

  private static Set<String> payloads(Collection<Optional<String>> groups) {
    Set<String> all =
        groups.stream()
            .map(group -> group.orElse(DirtyGroups.ALL))
            .collect(Collectors.toUnmodifiableSet());
    return all.size() > DirtyGroups.MOST_GROUPS || all.contains(DirtyGroups.ALL)
        ? Set.of(DirtyGroups.ALL)
        : all;
  }

  /** Nothing listens any more when this returns. */
  void stopListening() {
    listener.ifPresent(NotificationListener::close);
  }

  /** Sends what is left; later rows are announced to nobody. */
  void stopSending() {
    sender.ifPresent(NotificationSender::close);
  }
}
