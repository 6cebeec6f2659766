package io.github.rowqueue.internal.publish;

import io.github.rowqueue.error.PublishException;
import io.github.rowqueue.internal.jdbc.Session;
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

/** A publisher whose rows the service's own code inserts. Thread-safe. */
public final class WriterPublisher<R> implements Publisher<R> {

  private final TableSpec spec;
  private final RowWriter<R> writer;
  private final PublisherContext context;

  /** A publisher to the table of {@code spec}. */
  public WriterPublisher(TableSpec spec, RowWriter<R> writer, PublisherContext context) {
    this.spec = spec;
    this.writer = Objects.requireNonNull(writer, "writer");
    this.context = context;
  }

  @Override
  public void publish(R row, PublishOptions options) {
    publishAll(List.of(row), options);
  }

  @Override
  public void publishAll(Collection<? extends R> rows, PublishOptions options) {
    context.checkOpen(spec.table());
    check(rows, options);
    if (rows.isEmpty()) {
      return;
    }
    int unused =
        context.writeAll(
            "publisher of table " + spec.table(), true, session -> insert(session, rows, options));
    wake(options).run();
  }

  private Runnable wake(PublishOptions options) {
    return () -> context.wakeups().written(spec.table(), group(options), delay(options));
  }

  /** Only the writer knows the group where no option says it: then all of the table are woken. */
  private static Optional<String> group(PublishOptions options) {
    return Optional.ofNullable(options.values().get(Role.GROUP)).map(Object::toString);
  }

  private static Duration delay(PublishOptions options) {
    return options.delay().orElse(Duration.ZERO);
  }

  /** Nobody is notified of a row that is not due. */
  private static List<Optional<String>> due(PublishOptions options) {
    return delay(options).isZero() ? List.of(group(options)) : List.of();
  }

  private int insert(Session session, Collection<? extends R> rows, PublishOptions options) {
    int written =
        session.call(
            OwnInsert.name(context.database(), spec),
            connection -> {
              for (R row : rows) {
                writer.write(connection, row, options);
              }
              return rows.size();
            });
    context.wakeups().writing(session, spec.table(), due(options));
    return written;
  }

  @Override
  public void publish(Connection connection, R row, PublishOptions options) throws SQLException {
    publishAll(connection, List.of(row), options);
  }

  @Override
  public void publishAll(
      Connection connection, Collection<? extends R> rows, PublishOptions options)
      throws SQLException {
    context.checkOpen(spec.table(), connection);
    check(rows, options);
    if (rows.isEmpty()) {
      return;
    }
    for (R row : rows) {
      writer.write(connection, row, options);
    }
    context.wakeups().writing(connection, spec.table(), due(options));
    context.afterCommit(connection, wake(options));
  }

  @Override
  public boolean publishIfAbsent(R row, PublishOptions options, String... columns) {
    throw noKey();
  }

  @Override
  public boolean publishIfAbsent(
      Connection connection, R row, PublishOptions options, String... columns) {
    throw noKey();
  }

  private PublishException noKey() {
    return new PublishException(
        "table %s: its rows are written by the service's own RowWriter, which alone can leave out a row that is there already: do so in it, and publish"
            .formatted(spec.table()),
        null);
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

  @Override
  public void publishMessages(
      Connection connection, Collection<?> messages, PublishOptions options) {
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
    rows.forEach(row -> Objects.requireNonNull(row, "row"));
    NewRow.requireColumns(spec, options);
  }
}
