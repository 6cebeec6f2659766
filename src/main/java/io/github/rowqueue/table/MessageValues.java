package io.github.rowqueue.table;

import io.github.rowqueue.error.PublishException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Takes values to be written out of a message and the headers record it holds. */
final class MessageValues<R, H> implements RowValues<R> {

  private final MemberValues<R> own;
  private final MemberValues<H> headers;
  private final Function<R, @Nullable H> headersOf;
  private final String headersName;

  MessageValues(
      MemberValues<R> own,
      MemberValues<H> headers,
      Function<R, @Nullable H> headersOf,
      String headersName) {
    this.own = own;
    this.headers = headers;
    this.headersOf = headersOf;
    this.headersName = headersName;
  }

  @Override
  public @Nullable Object value(R row, ColumnSpec column) {
    if (own.has(column)) {
      return own.value(row, column);
    }
    @Nullable H record = headersOf.apply(row);
    if (record == null) {
      throw new PublishException(
          headersName + " is null, but it holds the columns of the table: give it", null);
    }
    return headers.value(record, column);
  }
}
