package io.github.rowqueue.internal.jdbc;

import io.github.rowqueue.dialect.Channels;
import io.github.rowqueue.error.DialectException;
import io.github.rowqueue.error.StatementException;
import io.github.rowqueue.table.TableName;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The channels of tables. Processes may describe one table with its schema and without, and still
 * meet: the schema is the one the database finds the table in, asked once per table. Thread-safe.
 */
public final class ChannelNames {

  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final Database database;
  private final Channels channels;
  private final ConcurrentMap<TableName, String> known = new ConcurrentHashMap<>();

  /** The names as {@code database} has them, whose dialect must have channels. */
  public ChannelNames(Database database) {
    this.database = database;
    this.channels = database.dialect().channels().orElseThrow();
  }

  /**
   * The channel of {@code table}.
   *
   * @throws DialectException if its name is too long
   * @throws StatementException if the database cannot be asked
   */
  public String of(TableName table) {
    String name = known.get(table);
    if (name == null) {
      // Not inside computeIfAbsent: the database may take its time, and two may ask for one table.
      name = channels.channel(resolved(table));
      known.put(table, name);
    }
    return name;
  }

  private TableName resolved(TableName table) {
    String where = "channel of table " + table;
    try (Session session = database.open(where, TIMEOUT)) {
      return DatabaseProbe.resolved(session.connection(), table);
    } catch (SQLException refused) {
      throw new StatementException(where, database.dialect().name() + "/start/catalog", refused);
    }
  }
}
