package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.dialect.KeyLocks;
import io.github.rowqueue.error.StatementException;
import io.github.rowqueue.internal.form.DatabaseKeys;
import io.github.rowqueue.internal.form.ProcessKeys;
import io.github.rowqueue.internal.jdbc.Database;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.SessionIds;
import io.github.rowqueue.internal.jdbc.TableBinding;
import io.github.rowqueue.subscribe.OwnEvent;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.ClaimForm;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether a lock key of the advisory form would be held by the session that takes it, and by no
 * other process that knows nothing of it.
 */
final class KeysCheck {

  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final Session session;
  private final Database database;

  /** What is wrong with the sessions, asked once for all subscriptions; empty for nothing. */
  private @Nullable String pooler;

  KeysCheck(Session session, Database database) {
    this.session = session;
    this.database = database;
  }

  /**
   * Checks one subscription.
   *
   * @param second whether the pool has a second connection to lend
   */
  void check(Subscription subscription, TableBinding table, boolean second, Findings findings) {
    if (subscription.spec().form() != ClaimForm.ADVISORY) {
      return;
    }
    boolean own = subscription.statements().has(OwnEvent.LOCK);
    KeyLocks locks = database.dialect().advisoryClaim(table.spec(), own).locks();
    if (own && locks instanceof KeyLocks.OfProcess) {
      return; // the service's own lock is kept where the service says
    }
    if (locks instanceof KeyLocks.OfProcess ofProcess) {
      process(table, ofProcess, findings);
    } else {
      String found = pooler;
      if (found == null) {
        found = (second ? pooler(findings) : SessionIds.changing(session)).orElse("");
        pooler = found;
      }
      if (!found.isEmpty()) {
        findings.problem(found);
      }
    }
  }

  private void process(TableBinding table, KeyLocks.OfProcess locks, Findings findings) {
    try {
      Optional<ProcessKeys> keys = DatabaseKeys.open(session, database, table, locks);
      keys.ifPresentOrElse(ProcessKeys::close, () -> findings.problem(DatabaseKeys.REFUSED));
    } catch (UncheckedIOException refused) {
      findings.problem(String.valueOf(refused.getMessage()));
    }
  }

  private Optional<String> pooler(Findings findings) {
    try (Session other = database.open("start check", TIMEOUT)) {
      return SessionIds.shared(session, other);
    } catch (StatementException none) {
      findings.warning(
          "no second connection was to be had, to tell whether a pooler gives one session to several connections: "
              + none.sqlException().getMessage());
      return SessionIds.changing(session);
    }
  }
}
