package io.github.rowqueue.faults;

import io.github.rowqueue.dialect.AdvisoryClaim;
import io.github.rowqueue.dialect.Claim;
import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.dialect.Event;
import io.github.rowqueue.dialect.Guard;
import io.github.rowqueue.dialect.KeyLocks;
import io.github.rowqueue.dialect.LaneClaim;
import io.github.rowqueue.dialect.LaneGuard;
import io.github.rowqueue.dialect.Statement;
import io.github.rowqueue.dialect.Write;
import io.github.rowqueue.table.ClaimForm;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableName;
import io.github.rowqueue.table.TableSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The way back from the text of a statement to its name, without the dialect: {@code lease/ack}.
 */
final class StatementNames {

  private static final int MOST_TOKENS = 8;
  private static final int MOST_ROWS = 64;
  private static final int MOST_DUE = 128;

  private final Dialect dialect;
  private final Map<String, String> names = new HashMap<>();

  StatementNames(Dialect dialect, List<TableSpec> specs, List<TableName> deadLetters) {
    this.dialect = dialect;
    dialect
        .channels()
        .ifPresent(
            channels -> {
              List.of(channels.unlisten(), channels.listening(), channels.send())
                  .forEach(this::add);
            });
    for (TableSpec spec : specs) {
      for (TableSpec variant : List.of(spec, spec.without(Role.LAST_ERROR))) {
        add(variant, deadLetters);
      }
    }
  }

  String of(String sql) {
    String name = names.get(sql);
    if (name != null) {
      return name;
    }
    return sql.equals("COMMIT") ? "commit" : sql;
  }

  private void add(TableSpec spec, List<TableName> deadLetters) {
    boolean lease = spec.form() == ClaimForm.LEASE;
    if (spec.form() == ClaimForm.ADVISORY) {
      advisory(spec, deadLetters);
      return;
    }
    claim(lease ? dialect.leaseClaim(spec) : dialect.rowLockClaim(spec));
    if (spec.fifoKeys() || spec.fifoGroups()) {
      lanes(dialect.laneClaim(spec));
    }
    List<Event> events =
        List.of(Event.ACK, Event.DROP, Event.RETRY, Event.RETRY_AFTER, Event.DEAD_LETTER_TO_GROUP);
    for (Event event : events) {
      if (event == Event.DEAD_LETTER_TO_GROUP && !spec.has(Role.GROUP)) {
        continue;
      }
      if (event == Event.RETRY_AFTER && !spec.has(Role.RETRY_AFTER)) {
        continue;
      }
      one(spec, event, lease);
    }
    deadLetters.forEach(table -> one(spec, Event.deadLetterTo(table), lease));
    if (lease) {
      claim(dialect.leaseClaimSuspect(spec));
      List.of(Event.EXTEND, Event.RELEASE, Event.HOLD).forEach(event -> one(spec, event, true));
      add(dialect.leaseRead(spec));
    }
    if (!lease) {
      add(dialect.leaseRead(spec));
    }
    List<ColumnSpec> all = spec.columns();
    add(dialect.insert(spec, all, Optional.empty()));
  }

  private void advisory(TableSpec spec, List<TableName> deadLetters) {
    AdvisoryClaim advisory = dialect.advisoryClaim(spec, false);
    for (int excluded = 0; excluded <= MOST_ROWS; excluded++) {
      add(advisory.candidates(excluded));
    }
    if (advisory.locks() instanceof KeyLocks.OfSession locks) {
      add(locks.lock());
      add(locks.unlock());
      locks.unlockLast().ifPresent(this::add);
    }
    claim(advisory.take());
    List<Event> events =
        new ArrayList<>(
            List.of(
                Event.ACK,
                Event.DROP,
                Event.RETRY,
                Event.RETRY_AFTER,
                Event.DEAD_LETTER_TO_GROUP,
                Event.RELEASE));
    deadLetters.forEach(table -> events.add(Event.deadLetterTo(table)));
    for (Event event : events) {
      for (boolean onSession : new boolean[] {true, false}) {
        dialect.advisorySettle(spec, event, onSession).statements().forEach(this::add);
        add(dialect.advisoryFind(spec, onSession));
      }
    }
    add(dialect.insert(spec, spec.columns(), Optional.empty()));
  }

  private void lanes(LaneClaim claim) {
    for (int excluded = 0; excluded <= 4; excluded++) {
      add(claim.scan().statement(true, excluded));
      add(claim.scan().statement(false, excluded));
    }
    for (int lanes = 1; lanes <= MOST_ROWS; lanes++) {
      int count = lanes;
      claim.probe().ifPresent(probe -> add(probe.apply(count)));
      claim.guard().ifPresent(guard -> add(guard.take().apply(count)));
      claim.guard().flatMap(LaneGuard::release).ifPresent(release -> add(release.apply(count)));
      claim.heads().ifPresent(heads -> add(heads.apply(count)));
      add(claim.claim().take(count));
    }
    claim(claim.claim());
  }

  private void claim(Claim claim) {
    claim.candidates().ifPresent(this::add);
    claim.guard().ifPresent(guard -> add(guard.take()));
    if (claim.guard().orElse(null) instanceof Guard.OfSession guard) {
      add(guard.release());
    }
    for (int rows = 1; rows <= MOST_DUE; rows++) {
      add(claim.take(rows));
      if (claim.stamps()) {
        add(claim.stamp(rows));
      }
    }
  }

  private void one(TableSpec spec, Event event, boolean lease) {
    if (!lease) {
      dialect.rowLockSettle(spec, event).statements().forEach(this::add);
      return;
    }
    for (int tokens = 1; tokens <= MOST_TOKENS; tokens++) {
      dialect.leaseWrite(spec, event, tokens).statements().forEach(this::add);
    }
    many(spec, event);
  }

  private void many(TableSpec spec, Event event) {
    for (int rows = 1; rows <= 4 * MOST_ROWS; rows *= 2) {
      Write write = dialect.leaseWriteAll(spec, event, rows);
      if (write instanceof Write.Returning returning) {
        add(returning.statement());
      } else if (write instanceof Write.LockThenWrite steps) {
        add(steps.lock());
        steps.writes().forEach(this::add);
      }
    }
  }

  private void add(Statement statement) {
    String full = statement.name();
    names.putIfAbsent(statement.sql(), full.substring(full.indexOf('/') + 1));
  }
}
