package io.github.rowqueue.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/** As one would write it by hand: a loop that listens, and a claim per message. */
final class RawListen implements PickUp.Way {

  private static final Duration LEASE = Duration.ofSeconds(30);
  private static final ObjectMapper JSON = new ObjectMapper();

  @Override
  public String name() {
    return "raw-listen";
  }

  @Override
  public PickUp.Running start(BenchDatabase database, Arrivals arrivals) throws Exception {
    Connection listening = database.pool().getConnection();
    Connection writing = database.pool().getConnection();
    writing.setAutoCommit(false);
    try (Statement listen = listening.createStatement()) {
      listen.execute("listen bench_pickup");
    }
    Loop loop = new Loop(database, listening, arrivals);
    loop.start();
    return new PickUp.Running() {
      @Override
      public void publish(Note note) throws Exception {
        try (PreparedStatement insert =
                writing.prepareStatement("insert into bench_pickup (payload) values (?)");
            PreparedStatement notify =
                writing.prepareStatement("select pg_notify('bench_pickup', '')")) {
          insert.setString(1, JSON.writeValueAsString(note));
          insert.executeUpdate();
          notify.execute();
          writing.commit();
        }
      }

      @Override
      public void close() throws Exception {
        loop.end();
        writing.setAutoCommit(true);
        writing.close();
      }
    };
  }

  private static final class Loop extends Thread {
    private final Connection connection;
    private final Arrivals arrivals;
    private final String claim;
    private final String delete;
    private volatile boolean ended;

    Loop(BenchDatabase database, Connection connection, Arrivals arrivals) {
      super("raw-listen");
      RawSql sql = new RawSql(database.kind(), database.dialect(), PickUp.TABLE.table().name());
      this.connection = connection;
      this.arrivals = arrivals;
      this.claim = sql.claim();
      this.delete = "delete from bench_pickup where id = ?";
      setDaemon(true);
    }

    @Override
    public void run() {
      try {
        PGConnection driver = connection.unwrap(PGConnection.class);
        while (!ended) {
          PGNotification[] told = driver.getNotifications(100);
          if (told != null && told.length > 0) {
            while (claimed()) {
              continue; // as long as there are messages
            }
          }
        }
        try (Statement unlisten = connection.createStatement()) {
          unlisten.execute("unlisten *");
        }
        connection.close();
      } catch (Exception failed) {
        throw new IllegalStateException(failed); // the run misses its message, and fails
      }
    }

    private boolean claimed() throws Exception {
      long id;
      try (PreparedStatement update = connection.prepareStatement(claim)) {
        Instant now = Instant.now();
        update.setObject(
            1, RawTime.of(io.github.rowqueue.servers.DatabaseKind.POSTGRESQL, now.plus(LEASE)));
        update.setObject(2, RawTime.of(io.github.rowqueue.servers.DatabaseKind.POSTGRESQL, now));
        update.setInt(3, 1);
        try (ResultSet rows = update.executeQuery()) {
          if (!rows.next()) {
            return false;
          }
          id = rows.getLong(1);
          arrivals.arrived(JSON.readValue(rows.getString(2), Note.class));
        }
      }
      settle(id);
      return true;
    }

    private void settle(long id) throws SQLException {
      try (PreparedStatement done = connection.prepareStatement(delete)) {
        done.setLong(1, id);
        done.executeUpdate();
      }
    }

    void end() throws InterruptedException {
      ended = true;
      join();
    }
  }
}
