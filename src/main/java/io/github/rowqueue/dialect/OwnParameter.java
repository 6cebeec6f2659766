package io.github.rowqueue.dialect;

import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.table.ClaimForm;
import io.github.rowqueue.table.QueueClock;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import java.util.Optional;
import java.util.stream.Stream;

/** The parameters that SQL of the service's own may name, and what each of them stands for. */
public enum OwnParameter {
  /** {@code :id}, the row's id. */
  ID("id", Meaning.ID),
  /** {@code :ids}, a list of ids, to stand in {@code in (:ids)}. */
  IDS("ids", Meaning.ID),
  /** {@code :group}, the subscription's group. */
  GROUP("group", Meaning.GROUP),
  /** {@code :now}, the instant by the host's clock, in the type of the table's time columns. */
  NOW("now", Meaning.NOW),
  /** {@code :limit}, how many rows are wanted. */
  LIMIT("limit", Meaning.LIMIT),
  /** {@code :attempt}, the number of this delivery as its handler reads it; 1 for the first. */
  ATTEMPT("attempt", Meaning.ATTEMPT),
  /** {@code :token}, the expiry that stands in the row and proves that it is ours. */
  TOKEN("token", Meaning.HELD_UNTIL),
  /** {@code :tokenAttempt}, the attempt that stands in the row, which the claim has counted. */
  TOKEN_ATTEMPT("tokenAttempt", Meaning.HELD_ATTEMPT),
  /** {@code :expiry}, the new end of the lease. */
  EXPIRY("expiry", Meaning.LEASE_UNTIL),
  /** {@code :retryAt}, the instant before which the row is not claimed again. */
  RETRY_AT("retryAt", Meaning.RETRY_AT),
  /** {@code :delay}, the same as microseconds from now. */
  DELAY("delay", Meaning.DELAY),
  /** {@code :destination}, the group a dead letter moves to. */
  DESTINATION("destination", Meaning.DESTINATION),
  /** {@code :key}, the lock key of a row as the candidates yield it. */
  KEY("key", Meaning.KEY),
  /** {@code :error}, why the attempt failed; null for none. */
  ERROR("error", Meaning.LAST_ERROR);

  private final String text;
  private final Meaning meaning;

  OwnParameter(String text, Meaning meaning) {
    this.text = text;
    this.meaning = meaning;
  }

  /** The parameter of that name, if there is one. */
  public static Optional<OwnParameter> of(String name) {
    return Stream.of(values()).filter(parameter -> parameter.text.equals(name)).findFirst();
  }

  /** What it stands for in a table of this description. */
  public Param param(TableSpec spec) {
    boolean time = this == NOW || this == RETRY_AT;
    return new Param(meaning, time ? timeColumn(spec) : 0);
  }

  /** Why a table of this description has no such value; empty if it has. */
  public Optional<String> missing(TableSpec spec) {
    return switch (this) {
      case GROUP, DESTINATION -> needs(spec, Role.GROUP);
      case ATTEMPT -> needs(spec, Role.ATTEMPT);
      case TOKEN, EXPIRY -> needs(spec, Role.LOCKED_UNTIL);
      case TOKEN_ATTEMPT ->
          spec.form() != ClaimForm.ROW_LOCK
              ? needs(spec, Role.ATTEMPT)
              : needs(spec, Role.LOCKED_UNTIL);
      case NOW, RETRY_AT -> time(spec);
      default -> Optional.empty();
    };
  }

  private static Optional<String> needs(TableSpec spec, Role role) {
    return spec.has(role)
        ? Optional.empty()
        : Optional.of("the table has no %s column".formatted(role.annotation()));
  }

  private Optional<String> time(TableSpec spec) {
    if (spec.clock() == QueueClock.DATABASE) {
      return Optional.of(
          "the table goes by the database's clock: write that clock"
              + (this == RETRY_AT ? ", and :delay in microseconds" : ""));
    }
    return timeColumn(spec) < 0
        ? Optional.of(
            "no column of the table says how a time is written: write the database's clock")
        : Optional.empty();
  }

  private static int timeColumn(TableSpec spec) {
    return Stream.of(Role.RETRY_AFTER, Role.LOCKED_UNTIL, Role.PROCESSED_AT)
        .map(spec::indexOf)
        .filter(index -> index >= 0)
        .findFirst()
        .orElse(-1);
  }

  /** The parameter as SQL names it, with its colon. */
  @Override
  public String toString() {
    return ":" + text;
  }
}
