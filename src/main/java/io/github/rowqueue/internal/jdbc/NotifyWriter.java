package io.github.rowqueue.internal.jdbc;

import io.github.rowqueue.dialect.Channels;
import io.github.rowqueue.dialect.Statement;
import io.github.rowqueue.table.TableName;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;

/** Sends notifications: one statement per table, whatever the number of groups. Thread-safe. */
public final class NotifyWriter {

  private final ChannelNames names;
  private final Channels channels;
  private final Statement send;

  /** For the tables of {@code database}, whose dialect must have channels. */
  public NotifyWriter(Database database, ChannelNames names) {
    this.names = names;
    this.channels = database.dialect().channels().orElseThrow();
    this.send = channels.send();
  }

  /**
   * Notifies in the session's transaction, or at once where none is open.
   *
   * @param groups an empty text stands for all groups
   */
  public void send(Session session, TableName table, Collection<String> groups) {
    String channel = names.of(table);
    boolean unused = session.run(send, prepared -> execute(prepared, channel, groups));
  }

  /** Notifies on a connection that is not ours, whose exceptions pass through. */
  public void send(Connection connection, TableName table, Collection<String> groups)
      throws SQLException {
    String channel = names.of(table);
    try (PreparedStatement prepared = connection.prepareStatement(send.sql())) {
      execute(prepared, channel, groups);
    }
  }

  private boolean execute(PreparedStatement prepared, String channel, Collection<String> groups)
      throws SQLException {
    Object[] payloads = groups.stream().map(channels::payload).distinct().toArray();
    Array array = prepared.getConnection().createArrayOf("text", payloads);
    prepared.setString(1, channel);
    prepared.setArray(2, array);
    return prepared.execute();
  }
}
