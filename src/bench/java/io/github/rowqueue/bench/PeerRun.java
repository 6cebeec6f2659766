package io.github.rowqueue.bench;

import io.github.rowqueue.bench.peers.Peer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** What is measured of a peer: the drain of messages it has, and the rate at which it publishes. */
final class PeerRun {

  private static final Duration LIMIT = Duration.ofMinutes(2);

  private final BenchDatabase database;
  private final Peer peer;

  PeerRun(BenchDatabase database, Peer peer) {
    this.database = database;
    this.peer = peer;
  }

  /** Messages per second from the first handled to the last that its tables tell as complete. */
  double drain(int messages, int workers) throws Exception {
    createTables();
    Handled handled = new Handled(messages, false);
    try (Peer.Session session = peer.open(database.pool(), workers, handled::handle)) {
      session.publishAll(notes(messages));
      execute("vacuum analyze");
      session.start();
      handled.awaitHandled(LIMIT);
      awaitComplete();
      handled.settled(messages);
      return handled.rate(LIMIT);
    }
  }

  /** Messages per second of one thread, each in a transaction of its own. */
  double publish(int messages) throws Exception {
    return publish(
        messages,
        session -> {
          for (Note note : notes(messages)) {
            session.publish(note);
          }
        });
  }

  /** The same in the fastest way it has. */
  double publishAll(int messages) throws Exception {
    return publish(messages, session -> session.publishAll(notes(messages)));
  }

  private double publish(int messages, Publishing publishing) throws Exception {
    createTables();
    try (Peer.Session session = peer.open(database.pool(), 1, note -> {})) {
      long started = System.nanoTime();
      publishing.run(session);
      return messages * 1e9 / (System.nanoTime() - started);
    }
  }

  private static List<Note> notes(int messages) {
    return IntStream.range(0, messages).mapToObj(number -> new Note(number, 0)).toList();
  }

  /** All are handled, so that it looks no more than a few times. */
  private void awaitComplete() throws SQLException {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    try (Connection connection = database.pool().getConnection();
        Statement statement = connection.createStatement()) {
      while (unfinished(statement) > 0) {
        if (System.nanoTime() > deadline) {
          throw new IllegalStateException("%s does not complete".formatted(peer.name()));
        }
        Thread.yield();
      }
    }
  }

  private long unfinished(Statement statement) throws SQLException {
    try (ResultSet count = statement.executeQuery(peer.unfinished())) {
      count.next();
      return count.getLong(1);
    }
  }

  private void createTables() throws Exception {
    execute(peer.tables().toArray(String[]::new));
  }

  private void execute(String... statements) throws SQLException {
    try (Connection connection = database.pool().getConnection();
        Statement statement = connection.createStatement()) {
      for (String one : statements) {
        statement.execute(one);
      }
    }
  }

  /** A way to publish. */
  private interface Publishing {
    void run(Peer.Session session) throws Exception;
  }
}
