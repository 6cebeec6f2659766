package io.github.rowqueue.behaviour;

import io.github.rowqueue.servers.TestDatabase;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Logger;
import javax.sql.DataSource;

/**
 * A way to the server on which the packets of all open connections vanish when a test says so:
 * nobody closes them, and nothing arrives. New connections are sound.
 */
final class FrozenNetwork implements DataSource, AutoCloseable {

  /** One connection through here. */
  private static final class Pipe {
    private final List<Socket> ends;
    private volatile boolean frozen;

    Pipe(Socket client, Socket server) {
      this.ends = List.of(client, server);
      carry(client, server);
      carry(server, client);
    }

    private void carry(Socket from, Socket to) {
      Thread thread =
          new Thread(
              () -> {
                byte[] bytes = new byte[8192];
                try (InputStream in = from.getInputStream();
                    OutputStream out = to.getOutputStream()) {
                  for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
                    if (!frozen) {
                      out.write(bytes, 0, read);
                    }
                  }
                } catch (IOException closed) {
                  close();
                }
              });
      thread.setDaemon(true);
      thread.start();
    }

    void close() {
      for (Socket end : ends) {
        try {
          end.close();
        } catch (IOException gone) {
          throw new IllegalStateException(gone);
        }
      }
    }
  }

  private final TestDatabase database;
  private final URI server;
  private final ServerSocket door;
  private final List<Pipe> pipes = new CopyOnWriteArrayList<>();

  private FrozenNetwork(TestDatabase database) throws IOException {
    this.database = database;
    this.server = URI.create(database.jdbcUrl().substring("jdbc:".length()));
    this.door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread thread = new Thread(this::open);
    thread.setDaemon(true);
    thread.start();
  }

  static FrozenNetwork before(TestDatabase database) throws IOException {
    return new FrozenNetwork(database);
  }

  private void open() {
    try {
      while (true) {
        Socket client = door.accept();
        pipes.add(new Pipe(client, new Socket(server.getHost(), server.getPort())));
      }
    } catch (IOException closed) {
      pipes.forEach(Pipe::close);
    }
  }

  /** What is open now is told nothing any more, not even that it is closed. */
  void freeze() {
    pipes.forEach(pipe -> pipe.frozen = true);
  }

  @Override
  public Connection getConnection() throws SQLException {
    String url =
        database.jdbcUrl().replace(server.getAuthority(), "127.0.0.1:" + door.getLocalPort());
    return DriverManager.getConnection(url, database.username(), database.password());
  }

  @Override
  public void close() throws IOException {
    door.close();
  }

  @Override
  public Connection getConnection(String user, String secret) throws SQLException {
    throw new SQLFeatureNotSupportedException();
  }

  @Override
  public PrintWriter getLogWriter() throws SQLException {
    throw new SQLFeatureNotSupportedException();
  }

  @Override
  public void setLogWriter(PrintWriter out) throws SQLException {
    throw new SQLFeatureNotSupportedException();
  }

  @Override
  public void setLoginTimeout(int seconds) throws SQLException {
    throw new SQLFeatureNotSupportedException();
  }

  @Override
  public int getLoginTimeout() throws SQLException {
    throw new SQLFeatureNotSupportedException();
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    throw new SQLException("wraps nothing");
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return false;
  }
}
