package io.github.rowqueue.bench;

import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.servers.DatabaseKind;
import java.util.Collections;

/**
 * The statements of a hand-written queue, as one would write them for each database. H2 sorts all
 * rows that wait for a locking read that finds them by itself, so that ids are read before.
 */
record RawSql(DatabaseKind kind, Dialect dialect, String table) {

  private static final String LOCKING = " for update skip locked";

  /** Whether {@link #claim} leases the rows too, in one statement. */
  boolean returning() {
    return kind == DatabaseKind.POSTGRESQL || kind == DatabaseKind.SQLITE;
  }

  /** Whether ids are read before the claim, which names them. */
  boolean reads() {
    return kind == DatabaseKind.H2;
  }

  /** Ids that may be claimed: now, and the limit. */
  String candidates() {
    return due(q("id"));
  }

  /** Now, and the ids; those of them that nobody has taken since. */
  String claim(int ids) {
    return "select %s, %s from %s where %s is null and %s <= ? and %s in (%s)"
            .formatted(
                q("id"),
                q("payload"),
                dialect.quote(table),
                q("locked_until"),
                q("retry_after"),
                q("id"),
                marks(ids))
        + LOCKING;
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
      case H2 -> throw new IllegalStateException("a claim on H2 names its ids");
      case MYSQL, MARIADB -> due("%s, %s".formatted(q("id"), q("payload"))) + LOCKING;
    };
  }

  /** One row, of a table without leases: now. */
  String lockOne() {
    return "select %s, %s from %s where %s <= ? order by %s, %s limit 1"
            .formatted(
                q("id"),
                q("payload"),
                dialect.quote(table),
                q("retry_after"),
                q("retry_after"),
                q("id"))
        + LOCKING;
  }

  /** The row that is locked: its id. */
  String deleteOne() {
    return "delete from %s where %s = ?".formatted(dialect.quote(table), q("id"));
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
