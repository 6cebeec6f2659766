package io.github.rowqueue.internal.form;

import io.github.rowqueue.dialect.Event;
import io.github.rowqueue.dialect.NamedSql;
import io.github.rowqueue.dialect.OwnParameter;
import io.github.rowqueue.dialect.Param;
import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.dialect.Statement;
import io.github.rowqueue.internal.jdbc.RawRow;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.Values;
import io.github.rowqueue.internal.jdbc.Values.Token;
import io.github.rowqueue.subscribe.OwnAction;
import io.github.rowqueue.subscribe.OwnCode;
import io.github.rowqueue.subscribe.OwnEvent;
import io.github.rowqueue.subscribe.OwnRow;
import io.github.rowqueue.subscribe.OwnStatements;
import io.github.rowqueue.table.TableSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The settlements and extensions a service writes itself: its SQL, built once into statements
 * (B310), or its code. Transactions and what surrounds them are the callers'. Thread-safe.
 */
public final class OwnWrites {

  private final FormContext context;
  private final Map<OwnEvent, Own> events = new EnumMap<>(OwnEvent.class);

  OwnWrites(FormContext context) {
    this.context = context;
    OwnStatements own = context.subscription().statements();
    for (OwnEvent event : own.events()) {
      OwnAction action = own.action(event).orElseThrow();
      String name = name(context.database().dialect().name(), context.table().spec(), event);
      if (action instanceof OwnAction.Code code) {
        events.put(event, new Own(name, List.of(), code.code()));
      } else if (action instanceof OwnAction.Sql sql && event != OwnEvent.FETCH) {
        events.put(event, new Own(name, statements(sql, name, context.table().spec()), null));
      }
    }
  }

  /** The name of an own statement, such as {@code sqlite/lease/own-ack}. */
  public static String name(String dialect, TableSpec spec, OwnEvent event) {
    return "%s/%s/%s".formatted(dialect, spec.form().path(), event.path());
  }

  /** The statements of an event that addresses one row, or none; several are numbered. */
  public static List<Statement> statements(OwnAction.Sql sql, String name, TableSpec spec) {
    List<Statement> all = new ArrayList<>();
    for (NamedSql one : sql.statements()) {
      String numbered = sql.statements().size() == 1 ? name : name + "-" + (all.size() + 1);
      all.add(one.statement(numbered, parameter -> param(parameter, spec)));
    }
    return all;
  }

  /** What the parameter {@code name} stands for; the rules have seen that it exists. */
  static Param param(String name, TableSpec spec) {
    return OwnParameter.of(name).orElseThrow().param(spec);
  }

  /** Whether the service writes anything itself. */
  boolean any() {
    return !events.isEmpty();
  }

  /** Whether the service writes {@code event} itself. */
  boolean has(Event event) {
    return OwnEvent.of(event.kind()).filter(events::containsKey).isPresent();
  }

  /** The name of the own statement of {@code event}, which the service writes itself. */
  String name(Event event) {
    return own(event).name;
  }

  private Own own(Event event) {
    Own own = events.get(OwnEvent.of(event.kind()).orElseThrow());
    if (own == null) {
      throw new IllegalStateException("there is no own statement for " + event);
    }
    return own;
  }

  /**
   * Writes a settlement in the open transaction.
   *
   * @param token what stands in the row; of no expiry and attempt in the row lock form
   * @return the update count of the last statement
   */
  int settle(Session session, RawRow row, Settlement settlement, Token token, Values values) {
    Values all = values.forRows(List.of(token)).set(Meaning.ATTEMPT, attempt(row));
    all.set(Meaning.GROUP, context.group(row));
    return run(session, settlement.event(), all, () -> row(row, settlement, token, null, all));
  }

  /**
   * Writes {@code expiry} to the row in the open transaction, if it carries {@code token}.
   *
   * @return whether it did
   */
  boolean extend(Session session, RawRow row, Token token, Instant expiry) {
    Values values =
        new Values()
            .rows(List.of(token))
            .set(Meaning.GROUP, context.group(row))
            .set(Meaning.NOW, context.now())
            .set(Meaning.ATTEMPT, attempt(row))
            .set(Meaning.LEASE_UNTIL, expiry);
    Settlement none = new Settlement(Event.EXTEND, Duration.ZERO, null, null);
    return run(session, Event.EXTEND, values, () -> row(row, none, token, expiry, values)) > 0;
  }

  private int run(Session session, Event event, Values values, Supplier<OwnRow> row) {
    Own own = own(event);
    OwnCode code = own.code;
    if (code != null) {
      return session.call(own.name, connection -> code.run(connection, row.get()));
    }
    int changed = 0;
    for (Statement statement : own.statements) {
      changed = session.update(statement, context.table(), values);
    }
    return changed;
  }

  private OwnRow row(
      RawRow row, Settlement settlement, Token token, @Nullable Instant expiry, Values values) {
    return new OwnRow(
        row.id().raw(),
        context.subscription().name(),
        row.attempt(),
        values.instant(Meaning.NOW),
        token.heldUntil(),
        token.heldAttempt(),
        expiry,
        settlement.delay(),
        settlement.group(),
        settlement.error());
  }

  private static @Nullable Long attempt(RawRow row) {
    OptionalLong attempt = row.attempt();
    return attempt.isPresent() ? (Long) attempt.getAsLong() : null;
  }

  /** Statements, or code. */
  private record Own(String name, List<Statement> statements, @Nullable OwnCode code) {}
}
