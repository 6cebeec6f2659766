package io.github.rowqueue.internal.publish;

import io.github.rowqueue.dialect.Stamp;
import io.github.rowqueue.dialect.Statement;
import io.github.rowqueue.error.ClosedException;
import io.github.rowqueue.internal.jdbc.Database;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.TableBinding;
import io.github.rowqueue.internal.jdbc.TextLimits;
import io.github.rowqueue.internal.jdbc.Values;
import io.github.rowqueue.internal.jdbc.WriterLane.Rank;
import io.github.rowqueue.publish.PublishOptions;
import io.github.rowqueue.publish.Publisher;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableSpec;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BooleanSupplier;
import java.util.function.ToIntFunction;

/** The publisher of one table: inserts built from its description. Thread-safe. */
public final class TablePublisher<R> implements Publisher<R> {

  private static final Duration STATEMENT_TIMEOUT = Duration.ofSeconds(10);

  private final Table<R> table;
  private final TableBinding binding;
  private final Database database;
  private final InstantSource clock;
  private final Announcements wakeups;
  private final BooleanSupplier closed;
  private final Optional<OwnInsert> own;
  private final ConcurrentMap<BitSet, Statement> inserts = new ConcurrentHashMap<>();

  /**
   * A publisher that is open until {@code closed} says otherwise.
   *
   * @param own the service's own insert, if it has one
   */
  public TablePublisher(
      Table<R> table,
      TableBinding binding,
      Database database,
      InstantSource clock,
      Announcements wakeups,
      BooleanSupplier closed,
      Optional<OwnInsert> own) {
    this.table = table;
    this.binding = binding;
    this.database = database;
    this.clock = clock;
    this.wakeups = wakeups;
    this.closed = closed;
    this.own = own;
  }

  @Override
  public void publish(R row, PublishOptions options) {
    write(row(row, options));
  }

  @Override
  public void publishMessage(Object message, PublishOptions options) {
    write(message(message, options));
  }

  private void write(NewRow row) {
    checkOpen();
    if (wakeups.inTransaction()) {
      insertAll(List.of(row));
    } else {
      Values values = new Values().columns(row.values());
      inLane(session -> session.update(insert(row), binding, values));
    }
    wakeups.written(spec().table(), row.group(spec()), row.delay());
  }

  @Override
  public void publishAll(Collection<? extends R> rows, PublishOptions options) {
    writeAll(rows.stream().map(row -> row(row, options)).toList());
  }

  @Override
  public void publishMessages(Collection<?> messages, PublishOptions options) {
    writeAll(messages.stream().map(message -> message(message, options)).toList());
  }

  private void writeAll(List<NewRow> all) {
    checkOpen();
    if (all.isEmpty()) {
      return;
    }
    insertAll(all);
    all.stream()
        .map(row -> row.group(spec()))
        .distinct()
        .forEach(group -> wakeups.written(spec().table(), group, all.get(0).delay()));
  }

  private void insertAll(List<NewRow> all) {
    inLane(
        session -> {
          session.begin();
          runs(all).forEach(run -> session.updateAll(insert(run.get(0)), binding, values(run)));
          wakeups.writing(session, spec().table(), dueGroups(all));
          session.commit();
          return all.size();
        });
  }

  /** Nobody is notified of a row that is not due. */
  private List<Optional<String>> dueGroups(List<NewRow> rows) {
    return rows.stream()
        .filter(row -> row.delay().isZero())
        .map(row -> row.group(spec()))
        .distinct()
        .toList();
  }

  @Override
  public void publish(Connection connection, R row, PublishOptions options) throws SQLException {
    write(connection, List.of(row(row, options)));
  }

  @Override
  public void publishMessage(Connection connection, Object message, PublishOptions options)
      throws SQLException {
    write(connection, List.of(message(message, options)));
  }

  @Override
  public void publishAll(Connection connection, Collection<? extends R> rows) throws SQLException {
    write(connection, rows.stream().map(row -> row(row, PublishOptions.NONE)).toList());
  }

  private void write(Connection connection, List<NewRow> rows) throws SQLException {
    checkOpen();
    if (rows.isEmpty()) {
      return;
    }
    for (List<NewRow> run : runs(rows)) {
      binding.execute(connection, insert(run.get(0)), values(run));
    }
    wakeups.writing(connection, spec().table(), dueGroups(rows));
  }

  /** Neighbours that one statement writes; in their order, which is that of the ids. */
  private List<List<NewRow>> runs(List<NewRow> rows) {
    List<List<NewRow>> runs = new ArrayList<>();
    for (NewRow row : rows) {
      List<NewRow> last = runs.isEmpty() ? List.of() : runs.get(runs.size() - 1);
      if (last.isEmpty() || !last.get(0).written().equals(row.written())) {
        last = new ArrayList<>();
        runs.add(last);
      }
      last.add(row);
    }
    return runs;
  }

  private NewRow row(R row, PublishOptions options) {
    Instant now = clock.instant();
    return whole(NewRow.of(table, row, options, now), options, now);
  }

  private NewRow message(Object message, PublishOptions options) {
    Instant now = clock.instant();
    return whole(NewRow.ofMessage(spec(), message, options, now), options, now);
  }

  private NewRow whole(NewRow row, PublishOptions options, Instant now) {
    own.ifPresent(insert -> insert.require(options));
    NewRow whole = own.isPresent() ? row.completed(spec(), now) : row;
    return whole.bound(binding, textLimits());
  }

  private TextLimits textLimits() {
    return TextLimits.of(database.dialect().name());
  }

  private static List<Values> values(List<NewRow> rows) {
    return rows.stream().map(row -> new Values().columns(row.values())).toList();
  }

  /** One statement per set of columns that are written. */
  private Statement insert(NewRow row) {
    if (own.isPresent()) {
      return own.get().statement();
    }
    return inserts.computeIfAbsent(
        row.written(),
        written -> database.dialect().insert(spec(), row.columns(spec()), stamp(row)));
  }

  /** The time a row is due that has none: the database's, whatever clock this host goes by. */
  private Optional<Stamp> stamp(NewRow row) {
    int due = spec().indexOf(Role.RETRY_AFTER);
    return due < 0 || row.written().get(due)
        ? Optional.empty()
        : Optional.of(binding.column(due).stamp());
  }

  private TableSpec spec() {
    return table.spec();
  }

  /** The connection comes first: whoever waits for the pool must not keep others from writing. */
  private void inLane(ToIntFunction<Session> write) {
    try (Session session =
        database.open("publisher of table " + spec().table(), STATEMENT_TIMEOUT)) {
      int unused = database.lane().write(Rank.PUBLISH, () -> write.applyAsInt(session));
    }
  }

  private void checkOpen() {
    if (closed.getAsBoolean()) {
      throw new ClosedException("publish to table " + spec().table());
    }
  }
}
