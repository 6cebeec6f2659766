package io.github.rowqueue.internal.form;

import io.github.rowqueue.dialect.Event;
import io.github.rowqueue.error.StatementException;
import io.github.rowqueue.internal.jdbc.ReservedSession;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.Values;
import io.github.rowqueue.internal.jdbc.Values.Token;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Settles leased rows under their tokens, and repeats what may not have been written (SPEC 13, 5
 * and 8). The token decides: a settlement that comes late changes nothing.
 */
final class LeaseSettler {

  private static final Logger LOG = LoggerFactory.getLogger(LeaseSettler.class);

  private final FormContext context;
  private final TableSpec silent;
  private final SettlementLane lane;
  private final LeaseReader reader;
  private final OwnWrites own;
  private final OwnLeaseSettler ownSettler;

  LeaseSettler(FormContext context, ReservedSession reserved, OwnWrites own) {
    this.context = context;
    this.silent = context.table().spec().without(Role.LAST_ERROR);
    this.lane = new SettlementLane(context, reserved);
    this.reader = new LeaseReader(context, reserved);
    this.own = own;
    this.ownSettler = new OwnLeaseSettler(context, own, reader);
  }

  SettleResult settle(LeasedRow row, Settlement settlement) {
    for (int attempt = 1; ; attempt++) {
      try {
        row.raiseFirstFailure(); // of a try together with others, which was the first
        SettleResult result = lane.write(request(row, settlement, attempt));
        if (result.kind() == SettleResult.Kind.DONE || !row.isUncertain()) {
          return result;
        }
        if (reader.isSettled(row, settlement, own.has(settlement.event()))) {
          return SettleResult.done(result.statement());
        }
        if (!reader.isHeld(row)) {
          return result;
        }
      } catch (StatementException failure) {
        switch (context.database().classify(failure)) {
          case REFUSED, BROKEN -> {
            return SettleResult.refused(failure);
          }
          case CONNECTION -> row.uncertain();
          case RETRYABLE ->
              LOG.debug("{}: {} met contention", context.where(row), failure.statement());
        }
        if (!mayRepeat(row, settlement, attempt, failure)) {
          return SettleResult.unknown(failure);
        }
      }
    }
  }

  /** All at once, and each with its own result; what failed is left to {@link #settle}. */
  Map<ClaimedRow, SettleResult> settleTogether(List<LeasedRow> rows, List<Settlement> settlements) {
    List<SettlementRequest> requests = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      requests.add(request(rows.get(i), settlements.get(i), 1));
    }
    lane.writeAll(requests);
    Map<ClaimedRow, SettleResult> settled = new HashMap<>();
    for (int i = 0; i < rows.size(); i++) {
      SettleResult result = requests.get(i).firstResult();
      if (result != null) {
        settled.put(rows.get(i), result);
      }
    }
    return settled;
  }

  /** See {@link Form#settleLater}. */
  void settleLater(LeasedRow row, Settlement settlement, Consumer<@Nullable SettleResult> told) {
    lane.later(request(row, settlement, 1).then(told));
  }

  /** See {@link Form#flush}. */
  void flush() {
    lane.writeWaiting();
  }

  /** See {@link Form#flushBesides}. */
  void flushBesides() {
    lane.writeWaitingBesides();
  }

  /** Writes a settlement of the service's own in the open transaction. */
  boolean writeOwn(
      Session session, LeasedRow row, Settlement settlement, List<Token> tokens, Values values) {
    return ownSettler.writeInside(session, row, settlement, tokens, values);
  }

  /**
   * Reads what became of an ack whose commit failed with {@code failure} (SPEC 13, 9). It is never
   * repeated: where the token is still there it is undone, together with the handler's writes.
   */
  SettleResult afterCommit(LeasedRow row, StatementException failure) {
    context.failures().accept(failure);
    row.uncertain();
    for (int attempt = 1; ; attempt++) {
      try {
        if (reader.isSettled(row, Settlement.ACK, own.has(Event.ACK))) {
          return SettleResult.done(failure.statement());
        }
        return reader.isHeld(row)
            ? SettleResult.refused(failure)
            : SettleResult.lost(failure.statement());
      } catch (StatementException away) {
        LOG.debug("{}: not read after its commit", context.where(row), away);
        if (!context.pause().await(context.errorBackoff().delay(attempt))) {
          return SettleResult.unknown(failure);
        }
      }
    }
  }

  private boolean mayRepeat(
      LeasedRow row, Settlement settlement, int attempt, StatementException failure) {
    context.failures().accept(failure);
    if (row.isUncertain() && !isRepeatable(settlement.event())) {
      LOG.warn(
          "{}: {} has an unknown outcome and is not repeated, since the same token could come back; the row returns when its"
              + " lease runs out, if it was not written",
          context.where(row),
          failure.statement(),
          failure);
      return false;
    }
    if (attempt == 1) {
      LOG.warn(
          "{}: {} failed and is repeated with its token",
          context.where(row),
          failure.statement(),
          failure);
    }
    return context.pause().await(context.errorBackoff().delay(attempt));
  }

  /**
   * Whether writing {@code event} twice is harmless. Without an attempt the expiry is the whole
   * token, and the row could be claimed again within one tick of its column with the very same one
   * (SPEC 13, 5).
   */
  private boolean isRepeatable(Event event) {
    if (own.has(event)) { // which may keep a row that it finishes
      return context.table().spec().has(Role.ATTEMPT);
    }
    return switch (event.kind()) {
      case RELEASE -> false;
      case ACK, DROP, DEAD_LETTER_TO_TABLE -> true;
      default -> context.table().spec().has(Role.ATTEMPT);
    };
  }

  /**
   * Gives the row back with its attempt; {@code releaseTo} is what its lease is set to. Tried once.
   */
  SettleResult release(LeasedRow row, @Nullable Instant releaseTo) {
    SettlementRequest request = releaseRequest(row, releaseTo);
    lane.writeAll(List.of(request));
    return released(row, request);
  }

  /** As {@link #release}, all together. */
  List<SettleResult> releaseTogether(
      List<LeasedRow> rows, Function<LeasedRow, @Nullable Instant> releaseTo) {
    List<SettlementRequest> requests =
        rows.stream().map(row -> releaseRequest(row, releaseTo.apply(row))).toList();
    lane.writeAll(requests);
    List<SettleResult> results = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      results.add(released(rows.get(i), requests.get(i)));
    }
    return results;
  }

  private SettlementRequest releaseRequest(LeasedRow row, @Nullable Instant releaseTo) {
    // Read once: an extension under way may be confirmed, which drops a token.
    List<Token> tokens = row.tokens();
    Values values = SettlementValues.release(context, tokens, releaseTo);
    return new SettlementRequest(context, row, Settlement.RELEASE, tokens, spec(true)).with(values);
  }

  private SettleResult released(LeasedRow row, SettlementRequest request) {
    try {
      return request.result();
    } catch (StatementException failure) {
      LOG.warn(
          "{}: could not be given back; it returns when its lease runs out, one attempt spent",
          context.where(row),
          failure);
      return SettleResult.unknown(failure);
    }
  }

  private SettlementRequest request(LeasedRow row, Settlement settlement, int attempt) {
    List<Token> tokens = row.tokens();
    SettlementRequest request =
        new SettlementRequest(context, row, settlement, tokens, spec(settlement.error() != null));
    if (own.has(settlement.event())) {
      Values values = SettlementValues.of(context, settlement, tokens);
      return request.own(
          own.name(settlement.event()),
          session -> ownSettler.write(session, row, settlement, tokens, values));
    }
    return attempt == 1 ? request : request.alone();
  }

  /** Without a text for it the last_error column is left as it is. */
  private TableSpec spec(boolean writesError) {
    return writesError ? context.table().spec() : silent;
  }
}
