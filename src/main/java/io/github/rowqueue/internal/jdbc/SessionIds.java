package io.github.rowqueue.internal.jdbc;

import io.github.rowqueue.dialect.Statement;
import java.util.List;
import java.util.Optional;

/**
 * Tells a pooler in transaction mode by the server's own number of a session: a connection through
 * one has a session for as long as a transaction lasts, and a lock of the session is somebody
 * else's with the next statement (PAINS 17).
 */
public final class SessionIds {

  private static final String ADVICE =
      "so that a pooler in transaction mode stands between, and the lock of a key would be somebody else's with the next statement: connect to the server itself or through a pooler in session mode, or add a @LockedUntil column (the lease form)";

  private SessionIds() {}

  /** What is wrong with two connections that are open at once; empty if nothing is. */
  public static Optional<String> shared(Session first, Session second) {
    String one = id(first);
    String other = id(second);
    if (!one.isEmpty() && one.equals(other)) {
      return Optional.of(
          "two connections that are open at once are one session of the server (%s), %s"
              .formatted(one, ADVICE));
    }
    return changing(first, one);
  }

  /** What is wrong with one connection; empty if nothing is. */
  public static Optional<String> changing(Session session) {
    return changing(session, id(session));
  }

  private static Optional<String> changing(Session session, String before) {
    String after = id(session);
    after = after.equals(before) ? id(session) : after; // one of two in turn is back at the third
    return before.equals(after)
        ? Optional.empty()
        : Optional.of(
            "one connection is two sessions of the server in turn (%s, %s), %s"
                .formatted(before, after, ADVICE));
  }

  private static String id(Session session) {
    String function =
        switch (session.database().product()) {
          case "postgresql" -> "pg_backend_pid()";
          case "mysql", "mariadb" -> "connection_id()";
          default -> "''";
        };
    Statement ask = new Statement("start/session", "select " + function, List.of());
    return session.value(ask, rows -> String.valueOf(rows.getString(1)));
  }
}
