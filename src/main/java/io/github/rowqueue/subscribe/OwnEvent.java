package io.github.rowqueue.subscribe;

import io.github.rowqueue.dialect.Event;
import io.github.rowqueue.dialect.OwnParameter;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The events of a row for which a service may give statements of its own. */
public enum OwnEvent {
  /** Chooses the rows to take; yields their ids. */
  CLAIM("claim"),
  /** Reads the messages of claimed rows. */
  FETCH("fetch"),
  /** Finishes a row. */
  ACK("ack"),
  /** Finishes a row without its work. */
  DROP("drop"),
  /** Makes a row claimable at once. */
  RETRY("retry"),
  /** Makes a row claimable after a delay. */
  RETRY_AFTER("retryAfter"),
  /** Parks a row. */
  DEAD_LETTER("deadLetter"),
  /** Extends a lease, or confirms it before a settlement. */
  EXTEND("extend"),
  /** Locks the key of a row for its session. */
  LOCK("lock"),
  /** Gives the key of a row back. */
  UNLOCK("unlock");

  private final String word;

  OwnEvent(String word) {
    this.word = word;
  }

  /** The event of a settlement or extension, if a service can give its own for it. */
  public static Optional<OwnEvent> of(Event.Kind kind) {
    return switch (kind) {
      case ACK -> Optional.of(ACK);
      case DROP -> Optional.of(DROP);
      case RETRY -> Optional.of(RETRY);
      case RETRY_AFTER -> Optional.of(RETRY_AFTER);
      case DEAD_LETTER_TO_GROUP, DEAD_LETTER_TO_TABLE -> Optional.of(DEAD_LETTER);
      case EXTEND -> Optional.of(EXTEND);
      case HOLD, RELEASE -> Optional.empty();
    };
  }

  /** The event as messages say it: the name of its builder method. */
  public String word() {
    return word;
  }

  /** The parameters its SQL may name. */
  public Set<OwnParameter> parameters() {
    return switch (this) {
      case CLAIM -> EnumSet.of(OwnParameter.GROUP, OwnParameter.NOW, OwnParameter.LIMIT);
      case FETCH -> EnumSet.of(OwnParameter.ID, OwnParameter.IDS, OwnParameter.GROUP);
      case ACK, DROP -> ofRow();
      case RETRY -> ofRow(OwnParameter.ERROR);
      case RETRY_AFTER -> ofRow(OwnParameter.ERROR, OwnParameter.RETRY_AT, OwnParameter.DELAY);
      case DEAD_LETTER -> ofRow(OwnParameter.ERROR, OwnParameter.DESTINATION);
      case EXTEND -> ofRow(OwnParameter.EXPIRY);
      case LOCK, UNLOCK -> EnumSet.of(OwnParameter.KEY);
    };
  }

  private static Set<OwnParameter> ofRow(OwnParameter... more) {
    Set<OwnParameter> parameters =
        EnumSet.of(
            OwnParameter.ID,
            OwnParameter.GROUP,
            OwnParameter.NOW,
            OwnParameter.ATTEMPT,
            OwnParameter.TOKEN,
            OwnParameter.TOKEN_ATTEMPT);
    parameters.addAll(List.of(more));
    return parameters;
  }

  /** Its part of a statement's name, such as {@code own-retry-after}. */
  public String path() {
    return "own-" + name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
