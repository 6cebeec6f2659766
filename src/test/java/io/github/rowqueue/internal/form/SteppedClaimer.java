package io.github.rowqueue.internal.form;

import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.dialect.Event;
import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.internal.jdbc.RawRow;
import io.github.rowqueue.internal.jdbc.RowId;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.TableBinding;
import io.github.rowqueue.internal.jdbc.Values;
import io.github.rowqueue.internal.jdbc.Values.Token;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A claimer of one FIFO group, or of one key in order, that makes one statement per step: the
 * guard, the choice of a head where that is one of its own, the claim, its stamp, the commit and
 * the guard's release as in {@link LeaseForm}, then an extension and an ack. What the guard refuses
 * and a claim that finds nothing end an attempt.
 */
final class SteppedClaimer implements Actor {

  private final String name;
  private final Session session;
  private final TableBinding table;
  private final Dialect dialect;
  private final GroupLedger ledger;
  private final String group;
  private final boolean guarded;
  private final Deque<SteppedAttempt> attempts = new ArrayDeque<>();
  private Optional<HeldGuard> guard = Optional.empty();
  private Step next = Step.OVER;
  private Instant now = Instant.MIN;
  private Instant expiry = Instant.MIN;
  private Values values = new Values();
  private List<RowId> chosen = List.of();
  private @Nullable RawRow row;
  private boolean extending;
  private boolean waits;

  SteppedClaimer(String name, Session session, TableBinding table, Dialect dialect, GroupRun run) {
    this.name = name;
    this.session = session;
    this.table = table;
    this.dialect = dialect;
    this.ledger = run.ledger();
    this.group = run.group();
    this.guarded = run.guarded();
  }

  /** Claims a row under no lease, as a further attempt. */
  SteppedClaimer fresh() {
    return attempt(
        table.spec().fifoKeys()
            ? new SteppedAttempt.OfLane(dialect.laneClaim(table.spec()), GroupLedger.KEY)
            : new SteppedAttempt.OfGroup(dialect.leaseClaim(table.spec()), false));
  }

  /** Claims a row whose lease ran out, as a further attempt. */
  SteppedClaimer suspect() {
    return attempt(new SteppedAttempt.OfGroup(dialect.leaseClaimSuspect(table.spec()), true));
  }

  /** Extends the lease of its row before the ack. */
  SteppedClaimer extending() {
    extending = true;
    return this;
  }

  private SteppedClaimer attempt(SteppedAttempt attempt) {
    attempts.add(attempt);
    if (next == Step.OVER) {
      next = first(attempt);
    }
    return this;
  }

  /** Whether it has a step that it need not wait for. */
  @Override
  public boolean canStep() {
    return next != Step.OVER && !((waits || waitsForClaims()) && ledger.mayWait(name, payload()));
  }

  boolean holds() {
    return next == Step.EXTEND || next == Step.SETTLE;
  }

  /**
   * A claim of suspects of keys finds them through the index over the leases. Where it skips a row
   * that is locked, InnoDB keeps its entry locked (8.0.15, 11.4), and a write of that row, which
   * moves the entry, waits until that claim is over: so it is made then.
   */
  private boolean waitsForClaims() {
    return holds()
        && table.spec().fifoKeys()
        && (dialect.name().equals("mysql") || dialect.name().equals("mariadb"));
  }

  @Override
  public void step() {
    switch (next) {
      case GUARD -> guard();
      case CHOOSE -> choose();
      case TAKE -> take();
      case STAMP -> stamp();
      case COMMIT -> commit();
      case ROLLBACK -> rollback();
      case UNGUARD -> unguard();
      case EXTEND -> extend();
      case SETTLE -> settle();
      case OVER -> throw new IllegalStateException(name + " is over");
    }
  }

  private Step first(SteppedAttempt attempt) {
    return attempt.transaction() ? Step.GUARD : Step.TAKE;
  }

  private SteppedAttempt attempt() {
    return attempts.element();
  }

  private String payload() {
    return String.valueOf(Objects.requireNonNull(row).get("payload", String.class));
  }

  private void begins() {
    now = ledger.now();
    expiry = table.expiry(now.plus(GroupLedger.LEASE));
    values = new Values().set(Meaning.GROUP, group).set(Meaning.NOW, now);
    values.set(Meaning.LEASE_UNTIL, expiry).set(Meaning.LIMIT, 1).set(Meaning.ATTEMPT_ROOM, 1_000L);
  }

  private void guard() {
    begins();
    boolean free = true;
    if (guarded) {
      guard = attempt().begin(session, table, values);
      free = guard.isPresent();
    } else {
      session.begin();
    }
    ledger.step(name + (free ? " begins" : " finds the guard held"));
    if (free) {
      next = attempt().choosesApart() ? Step.CHOOSE : Step.TAKE;
    } else {
      session.rollback(); // of a transaction that has looked at no row
      nextAttempt();
    }
  }

  private void choose() {
    chosen = attempt().choose(session, table, values);
    ledger.step("%s chooses %s".formatted(name, chosen.isEmpty() ? "nothing" : "a head"));
    ledger.chose(name, !chosen.isEmpty());
    next = chosen.isEmpty() ? Step.ROLLBACK : Step.TAKE;
  }

  private void take() {
    if (!attempt().transaction()) {
      begins();
    }
    List<RawRow> rows = attempt().take(session, table, values, chosen);
    row = rows.isEmpty() ? null : rows.get(0);
    ledger.step("%s takes %s".formatted(name, row == null ? "nothing" : payload()));
    ledger.took(name, attempt().suspect(), now, row == null ? null : payload());
    if (!attempt().transaction()) {
      ledger.looked(name);
      leased();
      ended();
    } else if (row == null) {
      next = Step.ROLLBACK;
    } else {
      next = attempt().stampsApart() ? Step.STAMP : Step.COMMIT;
    }
  }

  private void stamp() {
    Token token = Token.of(Objects.requireNonNull(row).id());
    int stamped = session.update(attempt().claim().stamp(1), table, values.forRows(List.of(token)));
    ledger.step(name + " stamps");
    if (stamped != 1) {
      ledger.violation("%s stamped %d rows".formatted(name, stamped));
    }
    next = Step.COMMIT;
  }

  private void commit() {
    session.commit();
    ledger.step(name + " commits");
    leased();
    transactionEnded();
  }

  private void leased() {
    if (row != null) {
      ledger.committed(name, payload(), expiry);
    }
  }

  private void rollback() {
    session.rollback();
    ledger.looked(name);
    ledger.step(name + " rolls back");
    transactionEnded();
  }

  private void transactionEnded() {
    boolean outlives = guarded && attempt().guardOutlivesTransaction();
    if (outlives) {
      next = Step.UNGUARD;
    } else {
      ended();
    }
  }

  private void unguard() {
    guard.orElseThrow().release();
    ledger.step(name + " gives the guard back");
    ended();
  }

  private void ended() {
    if (row == null) {
      nextAttempt();
    } else {
      next = extending ? Step.EXTEND : Step.SETTLE;
    }
  }

  private void nextAttempt() {
    attempts.remove();
    next = attempts.isEmpty() ? Step.OVER : first(attempt());
  }

  private void extend() {
    Instant end = table.expiry(ledger.now().plus(GroupLedger.LEASE));
    boolean changed = write(Event.EXTEND, held().set(Meaning.LEASE_UNTIL, end));
    ledger.step("%s extends: %s".formatted(name, changed));
    ledger.extended(name, payload(), changed, end);
    if (changed) {
      expiry = end;
    }
    next = Step.SETTLE;
  }

  private void settle() {
    boolean changed = write(Event.ACK, held().set(Meaning.NOW, ledger.now()));
    waits = !changed && ledger.mayWait(name, payload());
    ledger.step("%s acks: %s".formatted(name, changed));
    ledger.settled(name, payload(), changed);
    next = waits ? Step.SETTLE : Step.OVER;
  }

  private Values held() {
    RawRow claimed = Objects.requireNonNull(row);
    long attempt = claimed.attempt().orElseThrow() + 1;
    return new Values()
        .set(Meaning.GROUP, group)
        .rows(List.of(new Token(claimed.id(), expiry, attempt)));
  }

  /** Where the write of one row would wait for a lock, that of a batch is sent: it does not. */
  private boolean write(Event event, Values written) {
    WriteRunner runner = new WriteRunner(table);
    return ledger.mayWait(name, payload())
        ? !runner.all(session, dialect.leaseWriteAll(table.spec(), event, 1), written).isEmpty()
        : runner.one(session, dialect.leaseWrite(table.spec(), event, 1), written);
  }

  /** What a run of a group is made of. */
  record GroupRun(GroupLedger ledger, String group, boolean guarded) {}

  private enum Step {
    GUARD,
    CHOOSE,
    TAKE,
    STAMP,
    COMMIT,
    ROLLBACK,
    UNGUARD,
    EXTEND,
    SETTLE,
    OVER
  }
}
