package io.github.rowqueue.behaviour;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/** Sees the notifications of one channel, as any client of the database may. */
final class Observer implements AutoCloseable {

  private final Connection connection;
  private final List<String> payloads = new ArrayList<>();

  Observer(QueueFixture queue, String channel) throws SQLException {
    this.connection = queue.database().dataSource().getConnection();
    try (Statement listen = connection.createStatement()) {
      listen.execute("listen \"" + channel + "\"");
    }
  }

  /** What has come up to the first {@code payload}, which it waits for. */
  List<String> upTo(String payload) throws SQLException, InterruptedException {
    QueueFixture.await(
        () -> payload + " after " + payloads,
        () -> QueueFixture.unchecked(() -> received().contains(payload)));
    return List.copyOf(payloads);
  }

  private List<String> received() throws SQLException {
    PGNotification[] all = connection.unwrap(PGConnection.class).getNotifications(10);
    for (PGNotification one : all == null ? new PGNotification[0] : all) {
      payloads.add(one.getParameter());
    }
    return payloads;
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
