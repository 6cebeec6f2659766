package io.github.rowqueue.error;

import org.jspecify.annotations.Nullable;

/**
 * The root of everything Rowqueue raises, except a {@link java.sql.SQLException} on a connection
 * the caller owns, which passes through unchanged.
 *
 * <p>Every message says where (subscription, table, row), what happened, and what to do about it.
 */
public abstract sealed class RowqueueException extends RuntimeException
    permits AlreadySubscribedException,
        ClosedException,
        DecodeException,
        DialectException,
        LeaseLostException,
        NoRouteException,
        PublishException,
        StartException,
        StatementException,
        TableSpecException,
        TransactionHeldException {

  private static final long serialVersionUID = 1L;

  RowqueueException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
