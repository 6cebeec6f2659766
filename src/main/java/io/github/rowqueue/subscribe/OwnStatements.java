package io.github.rowqueue.subscribe;

import io.github.rowqueue.dialect.NamedSql;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * What a service does by statements of its own, event by event; what it leaves out stays
 * Rowqueue's. Given to {@link SubscriptionBuilder#statements}. Immutable and thread-safe, as far as
 * the code it is given is.
 *
 * <p>SQL names its parameters: see {@link io.github.rowqueue.dialect.OwnParameter}. Which of them
 * an event has, and which a table, is checked by {@code start()}, and so is the SQL itself, by the
 * database.
 *
 * <p>In the lease form a settlement first confirms the lease, runs the service's statements, and
 * sees that the lease is gone, in one transaction: a late holder changes nothing (B71), and
 * statements that leave the row leased are undone. In the row lock form they run in the claim's
 * transaction; one that changes no row is undone.
 */
public final class OwnStatements {

  /** None: Rowqueue's own do everything. */
  public static final OwnStatements NONE = builder().build();

  private final Map<OwnEvent, OwnAction> actions;

  private OwnStatements(Map<OwnEvent, OwnAction> actions) {
    this.actions = new EnumMap<>(OwnEvent.class);
    this.actions.putAll(actions);
  }

  /** Starts without any. */
  public static Builder builder() {
    return new Builder();
  }

  /** The events the service answers itself. */
  public Set<OwnEvent> events() {
    return Set.copyOf(actions.keySet());
  }

  /** Whether the service answers {@code event} itself. */
  public boolean has(OwnEvent event) {
    return actions.containsKey(event);
  }

  /** What the service does at {@code event}; empty where that is left to Rowqueue. */
  public Optional<OwnAction> action(OwnEvent event) {
    return Optional.ofNullable(actions.get(event));
  }

  /** Collects the statements; every event may be given once. Not thread-safe. */
  public static final class Builder {

    private final Map<OwnEvent, OwnAction> actions = new EnumMap<>(OwnEvent.class);

    private Builder() {}

    /**
     * Chooses the rows to take: a query whose first column is their id, with {@code :limit}.
     * Rowqueue takes those of them that are unfinished and held by nobody. In the lease form it is
     * asked for rows under no lease and for those whose lease ran out, so it must yield both. Needs
     * an own fetch on MySQL, MariaDB and SQLite (B274).
     *
     * @throws IllegalArgumentException if the event is given already, or its SQL cannot be read
     */
    public Builder claim(String query) {
      return sql(OwnEvent.CLAIM, query);
    }

    /** As {@link #claim(String)} by code. */
    public Builder claim(OwnClaim code) {
      return with(OwnEvent.CLAIM, new OwnAction.Claim(code));
    }

    /**
     * Reads the messages of claimed rows: a query with {@code :ids} or {@code :id} that yields the
     * id, the payload where the description has it, and every column without a role, by their
     * names; from a join, for instance. The table need not have these columns then. A row it does
     * not find is a failed attempt (B197).
     *
     * @throws IllegalArgumentException if the event is given already, or its SQL cannot be read
     */
    public Builder fetch(String query) {
      return sql(OwnEvent.FETCH, query);
    }

    /** As {@link #fetch(String)} by code. */
    public Builder fetch(OwnFetch code) {
      return with(OwnEvent.FETCH, new OwnAction.Fetch(code));
    }

    /**
     * Finishes a row by SQL of the service's own, instead of marking or deleting it. Several
     * statements run in one transaction; the count of the last decides.
     *
     * @throws IllegalArgumentException if the event is given already, or its SQL cannot be read
     */
    public Builder ack(String... statements) {
      return sql(OwnEvent.ACK, statements);
    }

    /** As {@link #ack(String...)} by code. */
    public Builder ack(OwnCode code) {
      return with(OwnEvent.ACK, new OwnAction.Code(code));
    }

    /**
     * Finishes a row whose handler returned {@code drop()}; without it as Rowqueue does, also
     * beside an own ack. Several statements run in one transaction; the count of the last decides.
     *
     * @throws IllegalArgumentException if the event is given already, or its SQL cannot be read
     */
    public Builder drop(String... statements) {
      return sql(OwnEvent.DROP, statements);
    }

    /** As {@link #drop(String...)} by code. */
    public Builder drop(OwnCode code) {
      return with(OwnEvent.DROP, new OwnAction.Code(code));
    }

    /**
     * Makes a row claimable at once. Several statements run in one transaction; the count of the
     * last decides.
     *
     * @throws IllegalArgumentException if the event is given already, or its SQL cannot be read
     */
    public Builder retry(String... statements) {
      return sql(OwnEvent.RETRY, statements);
    }

    /** As {@link #retry(String...)} by code. */
    public Builder retry(OwnCode code) {
      return with(OwnEvent.RETRY, new OwnAction.Code(code));
    }

    /**
     * Makes a row claimable after a delay; the table then needs no {@code @RetryAfter} column for
     * it (B304). Several statements run in one transaction; the count of the last decides.
     *
     * @throws IllegalArgumentException if the event is given already, or its SQL cannot be read
     */
    public Builder retryAfter(String... statements) {
      return sql(OwnEvent.RETRY_AFTER, statements);
    }

    /** As {@link #retryAfter(String...)} by code. */
    public Builder retryAfter(OwnCode code) {
      return with(OwnEvent.RETRY_AFTER, new OwnAction.Code(code));
    }

    /**
     * Parks a row, wherever the service keeps such rows; needs a declared dead letter all the same.
     * Several statements run in one transaction; the count of the last decides.
     *
     * @throws IllegalArgumentException if the event is given already, or its SQL cannot be read
     */
    public Builder deadLetter(String... statements) {
      return sql(OwnEvent.DEAD_LETTER, statements);
    }

    /** As {@link #deadLetter(String...)} by code. */
    public Builder deadLetter(OwnCode code) {
      return with(OwnEvent.DEAD_LETTER, new OwnAction.Code(code));
    }

    /**
     * Extends a lease; lease form only. Must find the row by its token, and also confirms it before
     * the other statements (B303). Several statements run in one transaction; the count of the last
     * decides.
     *
     * @throws IllegalArgumentException if the event is given already, or its SQL cannot be read
     */
    public Builder extend(String... statements) {
      return sql(OwnEvent.EXTEND, statements);
    }

    /** As {@link #extend(String...)} by code. */
    public Builder extend(OwnCode code) {
      return with(OwnEvent.EXTEND, new OwnAction.Code(code));
    }

    /**
     * Locks {@code :key} for the session; advisory form only, and with an own unlock beside it: a
     * query of one row and one number, which is not 0 if the session has the lock now. It must not
     * wait, and it runs outside of a transaction. A claim then takes one row, and Rowqueue's own
     * lock of the key is not taken (B301).
     *
     * @throws IllegalArgumentException if the event is given already, or its SQL cannot be read
     */
    public Builder lock(String query) {
      return sql(OwnEvent.LOCK, query);
    }

    /**
     * Gives {@code :key} back, which the same session has locked: a query of one row and one
     * number, which is not 0 if the session held it, and now does not. A connection that does not
     * answer so is cut off.
     *
     * @throws IllegalArgumentException if the event is given already, or its SQL cannot be read
     */
    public Builder unlock(String query) {
      return sql(OwnEvent.UNLOCK, query);
    }

    /** The statements as they are now. */
    public OwnStatements build() {
      return new OwnStatements(actions);
    }

    private Builder sql(OwnEvent event, String... statements) {
      if (statements.length == 0) {
        throw new IllegalArgumentException("the own %s has no statement".formatted(event.word()));
      }
      List<NamedSql> all = new ArrayList<>();
      for (String statement : statements) {
        try {
          all.add(NamedSql.parse(statement));
        } catch (IllegalArgumentException unreadable) {
          throw new IllegalArgumentException(
              "the own %s: %s".formatted(event.word(), unreadable.getMessage()), unreadable);
        }
      }
      return with(event, new OwnAction.Sql(all));
    }

    private Builder with(OwnEvent event, OwnAction action) {
      if (actions.putIfAbsent(event, Objects.requireNonNull(action)) != null) {
        throw new IllegalArgumentException(
            "the own %s is given twice: give all its statements in one call"
                .formatted(event.word()));
      }
      return this;
    }
  }
}
