package io.github.rowqueue.dialect;

import io.github.rowqueue.table.TableName;
import io.github.rowqueue.table.TableSpec;
import java.util.List;

/**
 * How a database lets one process wake another: LISTEN and NOTIFY, as text. One channel per table,
 * named after it; a notification carries the group, or nothing, which means all groups. Immutable
 * and thread-safe, like the {@link Dialect} it belongs to.
 */
public interface Channels {

  /**
   * The channel of a table: its name with its schema, such as {@code public.jobs}.
   *
   * @param table with the schema it really lies in
   * @throws io.github.rowqueue.error.DialectException if that is longer than a channel may be; with
   *     its length
   */
  String channel(TableName table);

  /** What a notification carries for {@code group}: the group, or nothing if it is too long. */
  String payload(String group);

  /** Makes the session listen on {@code channel}; one channel needs it once. */
  Statement listen(String channel);

  /** Makes the session listen on no channel. */
  Statement unlisten();

  /** Reads on how many channels the session listens: one row, one column. */
  Statement listening();

  /** Notifies {@code CHANNEL} once for each of {@code PAYLOADS}, which is bound as an array. */
  Statement send();

  /**
   * A function and a trigger that notify the table's channel of every insert, in its transaction,
   * for writers that are not Rowqueue.
   */
  List<String> ddl(TableSpec spec);
}
