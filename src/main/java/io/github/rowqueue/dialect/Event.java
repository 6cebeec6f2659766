package io.github.rowqueue.dialect;

import io.github.rowqueue.table.TableName;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What is written for a row that leaves a handler's hands.
 *
 * @param kind which write
 * @param destination the table of {@link Kind#DEAD_LETTER_TO_TABLE}; null for all others
 */
public record Event(Kind kind, @Nullable TableName destination) {

  /** The row is finished: marked, or deleted where no column marks it. */
  public static final Event ACK = new Event(Kind.ACK, null);

  /** As {@link #ACK}, told apart by its name only (B140). */
  public static final Event DROP = new Event(Kind.DROP, null);

  /** The row is claimable at once. */
  public static final Event RETRY = new Event(Kind.RETRY, null);

  /** The row is claimable after a delay. */
  public static final Event RETRY_AFTER = new Event(Kind.RETRY_AFTER, null);

  /**
   * The row keeps a lease nobody holds until the delay is over; for lease tables without a
   * retry_after column.
   */
  public static final Event HOLD = new Event(Kind.HOLD, null);

  /** The row moves to another group. */
  public static final Event DEAD_LETTER_TO_GROUP = new Event(Kind.DEAD_LETTER_TO_GROUP, null);

  /** The delivery never took place: the row is claimable at once and its attempt is given back. */
  public static final Event RELEASE = new Event(Kind.RELEASE, null);

  /** The lease is written anew with a later end. */
  public static final Event EXTEND = new Event(Kind.EXTEND, null);

  /** The row moves to another table. */
  public static Event deadLetterTo(TableName table) {
    return new Event(Kind.DEAD_LETTER_TO_TABLE, Objects.requireNonNull(table, "table"));
  }

  /** The kinds of writes. */
  public enum Kind {
    /** See {@link Event#ACK}. */
    ACK("ack"),
    /** See {@link Event#DROP}. */
    DROP("drop"),
    /** See {@link Event#RETRY}. */
    RETRY("retry"),
    /** See {@link Event#RETRY_AFTER}. */
    RETRY_AFTER("retry-after"),
    /** See {@link Event#HOLD}. */
    HOLD("hold"),
    /** See {@link Event#DEAD_LETTER_TO_GROUP}. */
    DEAD_LETTER_TO_GROUP("dead-letter-to-group"),
    /** See {@link Event#deadLetterTo}. */
    DEAD_LETTER_TO_TABLE("dead-letter-to-table"),
    /** See {@link Event#RELEASE}. */
    RELEASE("release"),
    /** See {@link Event#EXTEND}. */
    EXTEND("extend");

    private final String path;

    Kind(String path) {
      this.path = path;
    }

    /** The event's part of a statement's name. */
    public String path() {
      return path;
    }
  }
}
