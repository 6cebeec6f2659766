package io.github.rowqueue.internal.form;

import io.github.rowqueue.dialect.KeyLocks;
import io.github.rowqueue.error.StatementException;
import io.github.rowqueue.internal.jdbc.Database;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.TableBinding;
import io.github.rowqueue.internal.jdbc.Values;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;

/** Finds the keys of the database a table lives in. */
public final class DatabaseKeys {

  private DatabaseKeys() {}

  /** The keys of the database; held open until they are closed. */
  static ProcessKeys open(FormContext context, KeyLocks.OfProcess locks) {
    try (Session session = context.database().open(context.where(), context.statementTimeout())) {
      return open(session, context.database(), context.table(), locks)
          .orElseThrow(
              () ->
                  new StatementException(
                      context.where(), locks.database().name(), new SQLException(REFUSED)));
    }
  }

  /** Why a second process is refused, and what to do. */
  public static final String REFUSED =
      "another process has the lock file beside the database, and keys of the advisory form are kept by one process: stop that one, use a @LockedUntil column (the lease form) instead, or a database server";

  /** The keys; empty if another process has them. */
  public static Optional<ProcessKeys> open(
      Session session, Database database, TableBinding table, KeyLocks.OfProcess locks) {
    String file = session.ask(locks.database(), table, new Values());
    // H2 locks its file itself.
    boolean sqlite = database.product().equals("sqlite");
    Optional<Path> path = sqlite ? ProcessKeys.canonical(file) : Optional.empty();
    String place = path.map(Path::toString).orElse(file.isEmpty() ? database.url() : file);
    return ProcessKeys.open(database.product() + ":" + place, path);
  }
}
