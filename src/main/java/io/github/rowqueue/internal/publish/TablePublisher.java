package io.github.rowqueue.internal.publish;

import io.github.rowqueue.error.PublishException;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.TableBinding;
import io.github.rowqueue.internal.jdbc.TextLimits;
import io.github.rowqueue.publish.PublishOptions;
import io.github.rowqueue.publish.Publisher;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableName;
import io.github.rowqueue.table.TableSpec;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The publisher of one table: inserts built from its description. Thread-safe. */
public final class TablePublisher<R> implements Publisher<R> {

  private final Table<R> table;
  private final TableBinding binding;
  private final PublisherContext context;
  private final Optional<OwnInsert> own;
  private final Inserts inserts;
  private final AbsentInserts absent;
  private final TextLimits textLimits;
  private final String where;

  /**
   * A publisher to the table {@code found}.
   *
   * @param own the service's own insert, if it has one
   */
  public TablePublisher(
      Table<R> table, PublisherTable found, PublisherContext context, Optional<OwnInsert> own) {
    this.table = table;
    this.binding = found.binding();
    this.context = context;
    this.own = own;
    this.inserts = new Inserts(binding, context.database().dialect(), own);
    this.absent = new AbsentInserts(found, context.database().dialect());
    this.textLimits = TextLimits.of(context.database().dialect().name());
    this.where = "publisher of table " + table.spec().table();
  }

  @Override
  public void publish(R row, PublishOptions options) {
    writeAll(List.of(row(row, options, now())));
  }

  @Override
  public void publishMessage(Object message, PublishOptions options) {
    writeAll(List.of(message(message, options, now())));
  }

  @Override
  public void publishAll(Collection<? extends R> rows, PublishOptions options) {
    writeAll(rows(rows, options));
  }

  @Override
  public void publishMessages(Collection<?> messages, PublishOptions options) {
    writeAll(messages(messages, options));
  }

  private void writeAll(List<NewRow> all) {
    context.checkOpen(spec().table());
    if (all.isEmpty()) {
      return;
    }
    int unused = context.writeAll(where, all.size() > 1, session -> insert(session, all));
    wake(all).run();
  }

  @Override
  public boolean publishIfAbsent(R row, PublishOptions options, String... columns) {
    NewRow written = absentRow(row, options);
    UniqueKey key = absent.key(columns);
    key.require(written);
    context.checkOpen(spec().table());
    int rows = context.writeAll(where, false, session -> insertIfAbsent(session, written, key));
    if (rows > 0) {
      wake(List.of(written)).run();
    }
    return rows > 0;
  }

  @Override
  public boolean publishIfAbsent(
      Connection connection, R row, PublishOptions options, String... columns) throws SQLException {
    NewRow written = absentRow(row, options);
    UniqueKey key = absent.key(columns);
    key.require(written);
    context.checkOpen(spec().table(), connection);
    int rows = absent.write(connection, inserts.of(written), written, key);
    if (rows > 0) {
      context.wakeups().writing(connection, spec().table(), due(List.of(written)));
      context.afterCommit(connection, wake(List.of(written)));
    }
    return rows > 0;
  }

  private int insertIfAbsent(Session session, NewRow row, UniqueKey key) {
    int rows = absent.write(session, inserts.of(row), row, key);
    if (rows > 0) {
      context.wakeups().writing(session, spec().table(), due(List.of(row)));
    }
    return rows;
  }

  private NewRow absentRow(R row, PublishOptions options) {
    if (own.isPresent()) {
      throw own.get().refusesIfAbsent();
    }
    return row(row, options, now());
  }

  @Override
  public void publish(Connection connection, R row, PublishOptions options) throws SQLException {
    write(connection, List.of(row(row, options, now())));
  }

  @Override
  public void publishMessage(Connection connection, Object message, PublishOptions options)
      throws SQLException {
    write(connection, List.of(message(message, options, now())));
  }

  @Override
  public void publishAll(
      Connection connection, Collection<? extends R> rows, PublishOptions options)
      throws SQLException {
    write(connection, rows(rows, options));
  }

  @Override
  public void publishMessages(Connection connection, Collection<?> messages, PublishOptions options)
      throws SQLException {
    write(connection, messages(messages, options));
  }

  private void write(Connection connection, List<NewRow> rows) throws SQLException {
    context.checkOpen(spec().table(), connection);
    execute(connection, rows);
  }

  /** Writes the rows on the caller's connection, and wakes when it commits, if anybody tells. */
  void execute(Connection connection, List<NewRow> rows) throws SQLException {
    if (!rows.isEmpty()) {
      inserts.write(connection, rows);
      if (context.wakeups().inTransaction()) {
        context.wakeups().writing(connection, spec().table(), due(rows));
      }
      context.afterCommit(connection, wake(rows));
    }
  }

  /** Writes the rows on {@code session}, whose transaction, if one is open, is left open. */
  int insert(Session session, List<NewRow> rows) {
    int written = inserts.write(session, rows);
    if (context.wakeups().inTransaction()) {
      context.wakeups().writing(session, spec().table(), due(rows));
    }
    return written;
  }

  /** Nobody is notified of a row that is not due. */
  private List<Optional<String>> due(List<NewRow> rows) {
    List<NewRow> due = rows.stream().filter(row -> row.delay().isZero()).toList();
    return due.isEmpty() ? List.of() : groups(due);
  }

  private List<Optional<String>> groups(List<NewRow> rows) {
    return rows.size() == 1 || !spec().has(Role.GROUP)
        ? List.of(rows.get(0).group(spec()))
        : rows.stream().map(row -> row.group(spec())).distinct().toList();
  }

  /** What tells the subscriptions of these rows, group by group, that they are committed. */
  Runnable wake(List<NewRow> rows) {
    TableName written = spec().table();
    Duration delay = rows.get(0).delay();
    long at = System.nanoTime();
    List<Optional<String>> groups = groups(rows);
    Map<Place, Instant> places = places(rows);
    return () -> {
      places.forEach(
          (place, due) -> context.wakeups().placed(written, place.group, place.priority, due));
      Duration left = delay.isZero() ? delay : delay.minusNanos(System.nanoTime() - at);
      Duration wait = left.isNegative() ? Duration.ZERO : left;
      groups.forEach(group -> context.wakeups().written(written, group, wait));
    };
  }

  /** Which rows stand next to each other. */
  private record Place(Optional<String> group, long priority) {}

  private Map<Place, Instant> places(List<NewRow> rows) {
    Map<Place, Instant> places = new HashMap<>();
    for (NewRow row : rows) {
      places.merge(
          new Place(row.group(spec()), row.priority(spec())),
          row.earliest(spec()),
          (one, other) -> one.isBefore(other) ? one : other);
    }
    return places;
  }

  Inserts inserts() {
    return inserts;
  }

  /** A row as it will be written, or the row of a message. */
  @SuppressWarnings("unchecked") // what cannot be a row is told by the mapper's own cast
  NewRow rowOrMessage(Object message, boolean row, PublishOptions options) {
    try {
      return row ? row((R) message, options, now()) : message(message, options, now());
    } catch (ClassCastException other) {
      throw new PublishException(
          "table %s (%s): a %s is no row of it, nothing is published"
              .formatted(spec().table(), spec().describedBy(), message.getClass().getName()),
          other);
    }
  }

  private NewRow row(R row, PublishOptions options, Instant now) {
    return whole(NewRow.of(table, row, options, now), options, now);
  }

  private NewRow message(Object message, PublishOptions options, Instant now) {
    return whole(NewRow.ofMessage(spec(), message, options, now), options, now);
  }

  private Instant now() {
    return context.clock().instant();
  }

  private List<NewRow> rows(Collection<? extends R> rows, PublishOptions options) {
    Instant now = now();
    return rows.stream().map(row -> row(row, options, now)).toList();
  }

  private List<NewRow> messages(Collection<?> messages, PublishOptions options) {
    Instant now = now();
    return messages.stream().map(message -> message(message, options, now)).toList();
  }

  private NewRow whole(NewRow row, PublishOptions options, Instant now) {
    own.ifPresent(insert -> insert.require(options));
    NewRow whole = own.isPresent() ? row.completed(spec(), now) : row;
    return whole.bound(binding, textLimits);
  }

  private TableSpec spec() {
    return table.spec();
  }
}
