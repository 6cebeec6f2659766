package io.github.rowqueue.behaviour;

import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.subscribe.Delivery;
import io.github.rowqueue.subscribe.Handler;
import io.github.rowqueue.subscribe.Outcome;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Rows of some lanes, of which more are written while others are in work, and handlers that end as
 * the dice say. Thread-safe.
 */
final class LaneRun {

  private static final int LANES = 16;

  private final QueueFixture queue;
  private final LaneKind kind;
  private final long seed;
  private final int rows;
  private final AtomicInteger written = new AtomicInteger();
  private final LaneHistory history = new LaneHistory();

  LaneRun(QueueFixture queue, LaneKind kind, long seed) {
    this.queue = queue;
    this.kind = kind;
    this.seed = seed;
    this.rows = Boolean.getBoolean("rowqueue.thorough") ? 13_000 : 700;
  }

  LaneHistory history() {
    return history;
  }

  int rows() {
    return rows;
  }

  /** Writes what is there before anybody claims. */
  void writeFirst() throws SQLException {
    Random random = new Random(seed);
    for (int n = 0; n < rows / 3; n++) {
      write(random);
    }
    for (int lane = 0; lane < LANES; lane++) {
      history.lane(name(lane)).claimed();
    }
  }

  /** Handles rows as {@code dice}, which one subscription shares, say. */
  Handler<String> handler(Random dice) {
    return (row, delivery) -> {
      FifoHistory lane = history.lane(row.substring(0, row.indexOf('/')));
      lane.started(row, ahead(row));
      // While its row is in work others enter, in front or behind, of this lane or another.
      write(dice);
      return outcome(row, delivery, lane, dice.nextInt(100), dice);
    };
  }

  private Outcome outcome(String row, Delivery delivery, FifoHistory lane, int thrown, Random dice)
      throws SQLException {
    if (thrown < 3 && kind.isLease()) {
      lane.crashes(row);
      patiently(
          () ->
              expire(
                  delivery)); // as a process leaves it that died; this one's outcome comes too late
      return Outcome.ack();
    }
    lane.ends(row, thrown >= 36);
    if (thrown < 14) {
      return Outcome.retry();
    }
    if (thrown < 26) {
      return Outcome.retryAfter(Duration.ofMillis(dice.nextInt(20)));
    }
    if (thrown < 36) {
      throw new IllegalStateException("as the dice say");
    }
    return thrown < 60 ? Outcome.drop() : Outcome.ack();
  }

  private void expire(Delivery delivery) throws SQLException {
    queue.update(
        "update %s set %s = %s where %s = %s"
            .formatted(
                queue.q(kind.table()),
                queue.q("locked_until"),
                queue.time(Instant.now().minusSeconds(60)),
                queue.q("id"),
                delivery.id()));
  }

  /** Writes a row if not all are; one in four stands ahead of those of its lane before it. */
  private void write(Random random) throws SQLException {
    int n = written.getAndIncrement();
    if (n >= rows) {
      return;
    }
    String lane = name(random.nextInt(LANES));
    String row = lane + "/" + n;
    String sql =
        "insert into %s (%s, %s, %s%s) values (?, ?, ?%s)"
            .formatted(
                queue.q(kind.table()),
                queue.q(kind.lane()),
                queue.q("priority"),
                queue.q("payload"),
                kind.isKeys() ? ", " + queue.q("grp") : "",
                kind.isKeys() ? ", '" + LaneKind.GROUP + "'" : "");
    try (Connection connection = queue.pool().getConnection();
        PreparedStatement insert = connection.prepareStatement(sql)) {
      insert.setString(1, lane);
      insert.setInt(2, random.nextInt(4) == 0 ? -n : 0);
      insert.setString(3, row);
      patiently(insert::executeUpdate);
      history.lane(lane).written(row);
    }
  }

  /**
   * Runs a write of the test's own, which on a busy machine may wait in vain for the one writer
   * that SQLite has.
   */
  private void patiently(Write write) throws SQLException {
    for (int tries = 1; ; tries++) {
      try {
        write.run();
        return;
      } catch (SQLException refused) {
        boolean busy =
            queue.database().kind() == DatabaseKind.SQLITE && (refused.getErrorCode() & 0xff) == 5;
        if (!busy || tries == 20) {
          throw refused;
        }
      }
    }
  }

  /** A write of the test's own. */
  @FunctionalInterface
  private interface Write {
    void run() throws SQLException;
  }

  private static String name(int lane) {
    return "lane" + lane;
  }

  /** The unfinished rows of its lane that stand before the row now. */
  private List<String> ahead(String row) throws SQLException {
    String sql =
        "select %s from %s where %s = ? order by %s"
            .formatted(
                queue.q("payload"),
                queue.q(kind.table()),
                queue.q(kind.lane()),
                String.join(", ", kind.order().stream().map(queue::q).toList()));
    List<String> ahead = new ArrayList<>();
    try (Connection connection = queue.pool().getConnection();
        PreparedStatement select = connection.prepareStatement(sql)) {
      select.setString(1, row.substring(0, row.indexOf('/')));
      try (ResultSet found = select.executeQuery()) {
        while (found.next() && !found.getString(1).equals(row)) {
          ahead.add(found.getString(1));
        }
      }
    }
    return ahead;
  }

  /** Waits until all rows are written, finished and gone, or something is wrong. */
  void awaitAll() throws InterruptedException {
    for (int done = 50; done <= rows; done += 50) { // so that the limit is one of progress
      int enough = Math.min(done, rows);
      QueueFixture.await(
          () -> "%d of %d finished, %s, seed %d: %s".formatted(enough, rows, kind, seed, history),
          () -> history.finished() >= enough || !history.violations().isEmpty());
    }
    QueueFixture.await(
        "the last settlement",
        () ->
            QueueFixture.unchecked(() -> queue.count(kind.table(), "1 = 1")) == 0
                || !history.violations().isEmpty());
  }
}
