package io.github.rowqueue.internal.publish;

import io.github.rowqueue.error.ClosedException;
import io.github.rowqueue.error.NoRouteException;
import io.github.rowqueue.error.PublishException;
import io.github.rowqueue.error.StatementException;
import io.github.rowqueue.internal.jdbc.HandlerConnection;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.publish.PublishOptions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Publishes by name: routes lead names to tables. Thread-safe. */
public final class NamedPublisher {

  private static final Logger LOG = LoggerFactory.getLogger(NamedPublisher.class);

  private final RouteTable routes;
  private final PublisherContext context;
  private final Map<Route<?>, TablePublisher<?>> publishers = new LinkedHashMap<>();

  /**
   * A publisher by these routes.
   *
   * @param tables the table of each route
   */
  public NamedPublisher(
      RouteTable routes, Map<Route<?>, PublisherTable> tables, PublisherContext context) {
    this.routes = routes;
    this.context = context;
    tables.forEach((route, table) -> publishers.put(route, publisher(route, table)));
  }

  private <R> TablePublisher<R> publisher(Route<R> route, PublisherTable table) {
    return new TablePublisher<>(route.table(), table, context, Optional.empty());
  }

  /** Writes all messages or none, on a connection of Rowqueue's, and wakes. */
  public void publish(String name, Collection<?> messages, PublishOptions options) {
    checkOpen(name);
    write(List.of(prepare(name, messages, options)));
  }

  /** Writes all messages in the caller's transaction. */
  public void publish(
      Connection connection, String name, Collection<?> messages, PublishOptions options)
      throws SQLException {
    if (!HandlerConnection.isLent(connection)) {
      checkOpen(name);
    }
    Prepared prepared = prepare(name, messages, options);
    if (!prepared.rows().isEmpty()) {
      prepared.publisher().execute(connection, prepared.rows());
    }
  }

  private void checkOpen(String name) {
    if (context.closed().getAsBoolean()) {
      throw new ClosedException("publish to \"%s\"".formatted(name));
    }
  }

  /**
   * Rows as they will be written.
   *
   * @throws NoRouteException if no route leads to {@code name}; also logged
   * @throws PublishException if a message or an option does not fit the table
   */
  public Prepared prepare(String name, Collection<?> messages, PublishOptions options) {
    Optional<Route<?>> route = routes.find(name);
    if (route.isEmpty()) {
      NoRouteException none = new NoRouteException(name, routes.patterns());
      LOG.warn("{}", none.getMessage());
      throw none;
    }
    return prepare(route.get(), name, messages, options);
  }

  private <R> Prepared prepare(
      Route<R> route, String name, Collection<?> messages, PublishOptions options) {
    TablePublisher<?> publisher = publishers.get(route);
    if (publisher == null) {
      throw new IllegalStateException("route " + route.pattern() + " was not bound");
    }
    try {
      PublishOptions all = route.options(name, options);
      List<NewRow> rows =
          messages.stream()
              .map(message -> publisher.rowOrMessage(message, route.isRow(message), all))
              .toList();
      return new Prepared(route.where(name), publisher, rows);
    } catch (PublishException unfit) {
      throw new PublishException(
          "publish to \"%s\" by route \"%s\": %s"
              .formatted(name, route.pattern(), unfit.getMessage()),
          unfit.getCause());
    }
  }

  /** Writes all of it in one transaction of Rowqueue's own, and wakes. */
  public void write(List<Prepared> all) {
    List<Prepared> some = all.stream().filter(prepared -> !prepared.rows().isEmpty()).toList();
    if (some.isEmpty()) {
      return;
    }
    boolean several = some.size() > 1 || some.get(0).rows().size() > 1;
    int unused =
        context.writeAll(
            some.get(0).where(),
            several,
            session -> some.stream().mapToInt(prepared -> prepared.write(session)).sum());
    some.forEach(prepared -> prepared.wake().run());
  }

  /**
   * Rows that fit their table and wait to be written.
   *
   * @param where how messages about them begin
   * @param publisher writes them
   * @param rows the rows
   */
  public record Prepared(String where, TablePublisher<?> publisher, List<NewRow> rows) {

    /** Writes them on {@code session}; its transaction, if one is open, is left open. */
    public int write(Session session) {
      try {
        return publisher.insert(session, rows);
      } catch (StatementException refused) { // on a session that says what else it is for
        throw new StatementException(where, refused.statement(), refused.sqlException());
      }
    }

    /**
     * Writes them on the connection a handler was lent; they wake when it commits.
     *
     * @throws StatementException if the database refuses
     */
    public void write(Connection connection) {
      try {
        publisher.execute(connection, rows);
      } catch (SQLException refused) {
        throw new StatementException(where, publisher.inserts().of(rows.get(0)).name(), refused);
      }
    }

    /** Tells their subscriptions that they are committed. */
    public Runnable wake() {
      return publisher.wake(rows);
    }
  }
}
