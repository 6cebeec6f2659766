package io.github.rowqueue.internal.form;

import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.internal.jdbc.Values;
import io.github.rowqueue.internal.jdbc.Values.Token;
import io.github.rowqueue.table.Role;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The values a settlement binds; those a statement has no parameter for are not used. */
final class SettlementValues {

  /**
   * The most that is added to the database's clock (B205): H2 counts in nanoseconds, and 292 years
   * of them wrap around to a time long past (2.4.240).
   */
  private static final Duration LONGEST_DELAY = Duration.ofDays(100_000);

  private SettlementValues() {}

  static Values of(FormContext context, Settlement settlement, List<Token> tokens) {
    Duration delay =
        settlement.delay().compareTo(LONGEST_DELAY) > 0 ? LONGEST_DELAY : settlement.delay();
    Instant now = context.now(); // read once (B66)
    Values values = new Values().rows(tokens).set(Meaning.NOW, now);
    values.set(Meaning.GROUP, context.subscription().name());
    values.set(Meaning.RETRY_AT, FormContext.after(now, settlement.delay()));
    values.set(Meaning.DELAY, TimeUnit.MICROSECONDS.convert(delay));
    values.set(Meaning.DESTINATION, settlement.group());
    values.set(Meaning.LAST_ERROR, error(context, settlement.error()));
    return values.set(Meaning.ATTEMPT_ROOM, attemptRoom(context));
  }

  static Values release(FormContext context, List<Token> tokens, @Nullable Instant releaseTo) {
    return of(context, Settlement.RELEASE, tokens).set(Meaning.RELEASE_TO, releaseTo);
  }

  /** The largest attempt the column can hold, less one; null in a table without attempts. */
  static @Nullable Long attemptRoom(FormContext context) {
    return context.table().spec().has(Role.ATTEMPT)
        ? context.table().column(Role.ATTEMPT).maximum() - 1
        : null;
  }

  /**
   * Cut to the column, and without NUL characters, which PostgreSQL refuses in every text (SPEC 13,
   * 13).
   */
  private static @Nullable String error(FormContext context, @Nullable String error) {
    if (error == null || !context.table().spec().has(Role.LAST_ERROR)) {
      return error;
    }
    String clean = error.replace("\u0000", "\uFFFD");
    int limit = Math.min(4000, context.table().column(Role.LAST_ERROR).maximumLength());
    if (clean.length() <= limit) {
      return clean;
    }
    int end = Character.isHighSurrogate(clean.charAt(limit - 1)) ? limit - 1 : limit;
    return clean.substring(0, end);
  }
}
