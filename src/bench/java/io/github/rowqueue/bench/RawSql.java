package io.github.rowqueue.bench;

import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.servers.DatabaseKind;
import java.util.Collections;

/**
 * The statements of a hand-written lease queue, as one would write them for each database. Not for
 * H2, which sorts all rows that wait for each claim of this kind.
 */
record RawSql(DatabaseKind kind, Dialect dialect, String table) {

  /** Whether {@link #claim} leases the rows too, in one statement. */
  boolean returning() {
    return kind == DatabaseKind.POSTGRESQL || kind == DatabaseKind.SQLITE;
  }

  /** With returning: the expiry, now, and the limit; else now and the limit. */
  String claim() {
    return switch (kind) {
      case POSTGRESQL ->
          "update %s set locked_until = ?, attempt = attempt + 1 where id = any(array(%s for update skip locked)) returning id, payload"
              .formatted(table, due("id"));
      case SQLITE ->
          "update %s set locked_until = ?, attempt = attempt + 1 where id in (%s) returning id, payload"
              .formatted(table, due("id"));
      case H2 -> throw new IllegalStateException("nothing is hand-written for H2");
      case MYSQL, MARIADB ->
          due("%s, %s".formatted(q("id"), q("payload"))) + " for update skip locked";
    };
  }

  /** In the order of the index Rowqueue prints, so that nothing is sorted. */
  private String due(String columns) {
    String lease = returning() ? "" : q("locked_until") + ", ";
    return "select %s from %s where %s is null and %s <= ? order by %s%s, %s limit ?"
        .formatted(
            columns,
            dialect.quote(table),
            q("locked_until"),
            q("retry_after"),
            lease,
            q("retry_after"),
            q("id"));
  }

  /** The expiry and the ids. */
  String lease(int rows) {
    return "update %s set %s = ?, %s = %s + 1 where %s in (%s)"
        .formatted(
            dialect.quote(table),
            q("locked_until"),
            q("attempt"),
            q("attempt"),
            q("id"),
            marks(rows));
  }

  /** The expiry, which is the token, and the ids. */
  String delete(int rows) {
    return "delete from %s where %s = ? and %s in (%s)"
        .formatted(dialect.quote(table), q("locked_until"), q("id"), marks(rows));
  }

  private String q(String column) {
    return dialect.quote(column);
  }

  private static String marks(int rows) {
    return String.join(", ", Collections.nCopies(rows, "?"));
  }
}
