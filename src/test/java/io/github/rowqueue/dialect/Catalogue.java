package io.github.rowqueue.dialect;

import io.github.rowqueue.table.ClaimForm;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.HeadFailure;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** All statements of a dialect for a description, by name. */
final class Catalogue {

  private static final List<Event> LEASE_EVENTS =
      List.of(
          Event.ACK,
          Event.DROP,
          Event.RETRY,
          Event.RETRY_AFTER,
          Event.HOLD,
          Event.RELEASE,
          Event.EXTEND);
  private static final List<Event> ROW_LOCK_EVENTS =
      List.of(Event.ACK, Event.DROP, Event.RETRY, Event.RETRY_AFTER);
  private final Map<String, Statement> statements = new LinkedHashMap<>();

  private Catalogue() {}

  /** The statements of {@code spec}'s form, lists of ids and tokens with {@code many} members. */
  static List<Statement> of(Dialect dialect, TableSpec spec, int many) {
    Catalogue catalogue = new Catalogue();
    if (spec.form() == ClaimForm.LEASE) {
      catalogue.lease(dialect, spec, many);
    } else if (spec.form() == ClaimForm.ADVISORY) {
      catalogue.advisory(dialect, spec, many);
    } else {
      catalogue.claim(dialect.rowLockClaim(spec), many);
      catalogue.claim(dialect.claimByIds(spec, false), many);
      for (Event event : events(ROW_LOCK_EVENTS, spec)) {
        catalogue.addAll(dialect.rowLockSettle(spec, event).statements());
      }
      catalogue.add(dialect.leaseRead(spec));
    }
    Optional<Stamp> due =
        spec.column(Role.RETRY_AFTER)
            .filter(column -> column.generated())
            .map(column -> new Stamp(column, kinds(dialect).get(0), 6));
    Statement insert = insert(dialect, spec, due);
    catalogue.add(insert);
    dialect.insertRows(spec, written(spec), due, many).ifPresent(catalogue::add);
    catalogue.add(dialect.insertIfAbsent(spec, insert, List.of(spec.id())));
    return List.copyOf(catalogue.statements.values());
  }

  /** The inserts into {@code spec} by the ways a table keeps the time that is written there. */
  static Map<String, Statement> stamped(Dialect dialect, TableSpec spec) {
    Map<String, Statement> inserts = new LinkedHashMap<>();
    for (Stamp.Kind kind : kinds(dialect)) {
      for (int digits : List.of(0, 3, 6)) {
        if (digits == 6 || kind == Stamp.Kind.ZONED || kind == Stamp.Kind.UTC) {
          Stamp stamp = new Stamp(spec.column(Role.RETRY_AFTER).orElseThrow(), kind, digits);
          inserts.put(
              "%s-%d".formatted(kind, digits).toLowerCase(Locale.ROOT),
              insert(dialect, spec, Optional.of(stamp)));
        }
      }
    }
    return inserts;
  }

  private static Statement insert(Dialect dialect, TableSpec spec, Optional<Stamp> stamp) {
    return dialect.insert(spec, written(spec), stamp);
  }

  private static List<ColumnSpec> written(TableSpec spec) {
    return spec.columns().stream().filter(column -> !column.generated()).toList();
  }

  /** How tables of this database may keep a time; first the way of its DDL for an Instant. */
  static List<Stamp.Kind> kinds(Dialect dialect) {
    return switch (dialect.name()) {
      case "postgresql" -> List.of(Stamp.Kind.ZONED, Stamp.Kind.UTC, Stamp.Kind.MILLIS);
      case "sqlite" -> List.of(Stamp.Kind.TEXT, Stamp.Kind.MILLIS);
      case "h2" -> List.of(Stamp.Kind.UTC, Stamp.Kind.ZONED, Stamp.Kind.MILLIS);
      default -> List.of(Stamp.Kind.UTC, Stamp.Kind.MILLIS);
    };
  }

  /** The claims of {@code spec}, whose groups keep their order; all else is as without that. */
  static List<Statement> fifo(Dialect dialect, TableSpec spec, int many) {
    Catalogue catalogue = new Catalogue();
    if (spec.form() == ClaimForm.LEASE) {
      catalogue.claim(dialect.leaseClaim(spec), many);
      catalogue.claim(dialect.leaseClaimSuspect(spec), many);
      catalogue.add(dialect.claimByIds(spec, true).take(many));
    } else {
      catalogue.claim(dialect.rowLockClaim(spec), many);
    }
    catalogue.add(dialect.claimByIds(spec, false).take(many));
    return List.copyOf(catalogue.statements.values());
  }

  /** The claims of the heads of lanes, and of {@code spec}'s rows without a key. */
  static List<Statement> lanes(Dialect dialect, TableSpec spec, int many) {
    Catalogue catalogue = new Catalogue();
    LaneClaim lanes = dialect.laneClaim(spec);
    int excluded = spec.fifoGroups() ? many : 0;
    catalogue.add(lanes.scan().statement(true, excluded));
    catalogue.add(lanes.scan().statement(false, excluded));
    lanes.probe().ifPresent(probe -> catalogue.add(probe.apply(many)));
    lanes.guard().ifPresent(guard -> catalogue.add(guard.take().apply(many)));
    lanes
        .guard()
        .flatMap(LaneGuard::release)
        .ifPresent(release -> catalogue.add(release.apply(many)));
    lanes.heads().ifPresent(heads -> catalogue.add(heads.apply(many)));
    catalogue.claim(lanes.claim(), many);
    if (spec.fifoKeys() && spec.onHeadFailure() == HeadFailure.PARK) {
      catalogue.add(dialect.releaseHead(spec));
    }
    lanes.suspects().ifPresent(suspects -> catalogue.add(suspects.apply(excluded)));
    List<Statement> all = new ArrayList<>(catalogue.statements.values());
    if (spec.fifoKeys()) {
      Catalogue plain = new Catalogue();
      plain.claim(
          spec.form() == ClaimForm.LEASE ? dialect.leaseClaim(spec) : dialect.rowLockClaim(spec),
          many);
      all.addAll(plain.statements.values());
    }
    return List.copyOf(all);
  }

  /** The statements that need no table. */
  static List<Statement> server(Dialect dialect) {
    List<Statement> all = new ArrayList<>(List.of(dialect.serverVersion(), dialect.serverTime()));
    dialect
        .channels()
        .ifPresent(
            channels -> {
              all.add(channels.listen("my schema.Order -- \"Jobs\""));
              all.addAll(List.of(channels.unlisten(), channels.listening(), channels.send()));
            });
    return all;
  }

  private void lease(Dialect dialect, TableSpec spec, int many) {
    claim(dialect.leaseClaim(spec), many);
    claim(dialect.leaseClaimSuspect(spec), many);
    claim(dialect.claimByIds(spec, false), many);
    claim(dialect.claimByIds(spec, true), many);
    for (Event event : events(LEASE_EVENTS, spec)) {
      addAll(dialect.leaseWrite(spec, event, 1).statements());
    }
    for (Event event : events(LEASE_EVENTS, spec)) {
      Write write = dialect.leaseWriteAll(spec, event, many);
      if (write instanceof Write.Returning returning) {
        add(returning.statement());
      } else if (write instanceof Write.LockThenWrite two) {
        add(two.lock());
        addAll(two.writes());
      } else {
        throw new AssertionError("a batch that waits for locked rows: " + write);
      }
    }
    add(dialect.leaseRead(spec));
  }

  private void advisory(Dialect dialect, TableSpec spec, int many) {
    AdvisoryClaim advisory = dialect.advisoryClaim(spec, false);
    add(advisory.candidates(many));
    if (advisory.locks() instanceof KeyLocks.OfSession locks) {
      addAll(List.of(locks.lock(), locks.unlock()));
      locks.unlockLast().ifPresent(this::add);
    } else {
      add(((KeyLocks.OfProcess) advisory.locks()).database());
    }
    claim(advisory.take(), 1);
    List<Event> all = new ArrayList<>(events(ROW_LOCK_EVENTS, spec));
    all.add(Event.RELEASE);
    for (Event event : all) {
      addAll(dialect.advisorySettle(spec, event, true).statements());
    }
    add(dialect.advisoryFind(spec, true));
  }

  private void claim(Claim claim, int many) {
    claim.guard().ifPresent(guard -> add(guard.take()));
    if (claim.guard().orElse(null) instanceof Guard.OfSession guard) {
      add(guard.release());
    }
    claim.candidates().ifPresent(this::add);
    add(claim.take(many));
    if (claim.stamps()) {
      add(claim.stamp(many));
    }
  }

  private void addAll(List<Statement> list) {
    list.forEach(this::add);
  }

  private void add(Statement statement) {
    Statement before = statements.put(statement.name(), statement);
    if (before != null && !before.equals(statement)) {
      throw new AssertionError("two statements are named " + statement.name());
    }
  }

  private static List<Event> events(List<Event> events, TableSpec spec) {
    List<Event> all = new ArrayList<>(events);
    if (spec.has(Role.GROUP)) {
      all.add(Event.DEAD_LETTER_TO_GROUP);
    }
    all.add(Event.deadLetterTo(ReferenceTables.DEAD));
    return all;
  }
}
