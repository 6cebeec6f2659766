package io.github.rowqueue.internal.publish;

import io.github.rowqueue.error.ClosedException;
import io.github.rowqueue.error.PublishException;
import io.github.rowqueue.internal.jdbc.Database;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.WriterLane.Rank;
import io.github.rowqueue.publish.PublishOptions;
import io.github.rowqueue.publish.Publisher;
import io.github.rowqueue.publish.RowWriter;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** A publisher whose rows the service's own code inserts. Thread-safe. */
public final class WriterPublisher<R> implements Publisher<R> {

  private static final Duration STATEMENT_TIMEOUT = Duration.ofSeconds(10);

  private final TableSpec spec;
  private final RowWriter<R> writer;
  private final Database database;
  private final Announcements wakeups;
  private final BooleanSupplier closed;

  /** A publisher that is open until {@code closed} says otherwise. */
  public WriterPublisher(
      TableSpec spec,
      RowWriter<R> writer,
      Database database,
      Announcements wakeups,
      BooleanSupplier closed) {
    this.spec = spec;
    this.writer = Objects.requireNonNull(writer, "writer");
    this.database = database;
    this.wakeups = wakeups;
    this.closed = closed;
  }

  @Override
  public void publish(R row, PublishOptions options) {
    publishAll(List.of(row), options);
  }

  @Override
  public void publishAll(Collection<? extends R> rows, PublishOptions options) {
    check(rows, options);
    if (rows.isEmpty()) {
      return;
    }
    try (Session session = database.open("publisher of table " + spec.table(), STATEMENT_TIMEOUT)) {
      int unused = database.lane().write(Rank.PUBLISH, () -> insert(session, rows, options));
    }
    wakeups.written(spec.table(), group(options), delay(options));
  }

  /** Only the writer knows the group where no option says it: then all of the table are woken. */
  private static Optional<String> group(PublishOptions options) {
    return Optional.ofNullable(options.values().get(Role.GROUP)).map(Object::toString);
  }

  private static Duration delay(PublishOptions options) {
    return options.delay().orElse(Duration.ZERO);
  }

  private static List<Optional<String>> dueGroup(PublishOptions options) {
    return delay(options).isZero() ? List.of(group(options)) : List.of();
  }

  private int insert(Session session, Collection<? extends R> rows, PublishOptions options) {
    session.begin();
    int written =
        session.call(
            OwnInsert.name(database, spec),
            connection -> {
              for (R row : rows) {
                writer.write(connection, row, options);
              }
              return rows.size();
            });
    wakeups.writing(session, spec.table(), dueGroup(options));
    session.commit();
    return written;
  }

  @Override
  public void publish(Connection connection, R row, PublishOptions options) throws SQLException {
    check(List.of(row), options);
    writer.write(connection, row, options);
    wakeups.writing(connection, spec.table(), dueGroup(options));
  }

  @Override
  public void publishAll(Connection connection, Collection<? extends R> rows) throws SQLException {
    check(rows, PublishOptions.NONE);
    for (R row : rows) {
      writer.write(connection, row, PublishOptions.NONE);
    }
    if (!rows.isEmpty()) {
      wakeups.writing(connection, spec.table(), dueGroup(PublishOptions.NONE));
    }
  }

  @Override
  public void publishMessage(Object message, PublishOptions options) {
    throw noMessages();
  }

  @Override
  public void publishMessages(Collection<?> messages, PublishOptions options) {
    throw noMessages();
  }

  @Override
  public void publishMessage(Connection connection, Object message, PublishOptions options) {
    throw noMessages();
  }

  private PublishException noMessages() {
    return new PublishException(
        "table %s: its rows are written by the service's own RowWriter, which takes rows and no messages: publish a row"
            .formatted(spec.table()),
        null);
  }

  /** Before any code of the service's runs (B188). */
  private void check(Collection<? extends R> rows, PublishOptions options) {
    if (closed.getAsBoolean()) {
      throw new ClosedException("publish to table " + spec.table());
    }
    rows.forEach(row -> Objects.requireNonNull(row, "row"));
    NewRow.requireColumns(spec, options);
  }
}
