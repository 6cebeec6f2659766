package io.github.rowqueue.internal.form;

import io.github.rowqueue.dialect.AdvisoryClaim;
import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.dialect.KeyLocks;
import io.github.rowqueue.internal.jdbc.ReservedSession;
import io.github.rowqueue.subscribe.OwnEvent;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.ClaimForm;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The advisory form: a lock per key, held while the handler runs, and an attempt that the take has
 * counted. A crash drops the lock with its session, so that the row is claimable at once, one
 * attempt spent.
 */
public final class AdvisoryForm implements Form {

  private final KeysHere here = new KeysHere();
  private final FormContext context;
  private final KeyClaim claim;
  private final KeyPlace place;
  private final AdvisorySettler settler;
  private final AdvisoryTransactions transactions;

  private AdvisoryForm(
      FormContext context, Duration lease, AdvisoryClaim claim, KeyPlace place, boolean ownLocks) {
    this.context = context;
    this.claim = new KeyClaim(context, claim, here);
    this.place = place;
    this.settler = new AdvisorySettler(context, new OwnWrites(context), ownLocks);
    this.transactions = new AdvisoryTransactions(context, lease, settler);
  }

  /**
   * A form whose deliveries hold a session each and share {@code budget}; or {@code sessions}
   * together, if that is not 0; or none where the keys live in this process, and {@code reserved}
   * writes.
   *
   * @param lease that of other subscriptions, whose extensions may wait for a handler's transaction
   */
  public static AdvisoryForm of(
      FormContext context,
      Duration lease,
      ConnectionBudget budget,
      ReservedSession reserved,
      int sessions) {
    Optional<KeyLocks.OfSession> own = OwnLocks.of(context);
    AdvisoryClaim claim =
        context.database().dialect().advisoryClaim(context.table().spec(), own.isPresent());
    KeyLocks locks = own.<KeyLocks>map(one -> one).orElse(claim.locks());
    KeyPlace place;
    if (locks instanceof KeyLocks.OfProcess ofProcess) {
      place = new ProcessPlace(context, budget, reserved, DatabaseKeys.open(context, ofProcess));
    } else {
      KeyLocks.OfSession ofSession = (KeyLocks.OfSession) locks;
      place =
          sessions > 0
              ? new SharedPlace(context, ofSession, sessions)
              : new SessionPlace(context, ofSession, budget, own.isPresent());
    }
    return new AdvisoryForm(context, lease, claim, place, own.isPresent());
  }

  /**
   * Whether the keys of the rows of {@code subscription} are held by the process, so that no
   * delivery needs a session for its key, and settlements run on the one that is reserved.
   */
  public static boolean holdsKeysInProcess(Dialect dialect, Subscription subscription) {
    return subscription.spec().form() == ClaimForm.ADVISORY
        && !subscription.statements().has(OwnEvent.LOCK)
        && dialect.advisoryClaim(subscription.spec(), false).locks() instanceof KeyLocks.OfProcess;
  }

  /** How often {@link #check} is to be called. */
  public static Duration checkInterval() {
    return SessionPlace.SIGN_OF_LIFE.dividedBy(2);
  }

  /** Looks whether the sessions that hold keys are still there. */
  public void check() {
    place.check();
  }

  @Override
  public boolean claimsSideBySide() {
    return place.claimsSideBySide();
  }

  @Override
  public boolean hasSuspects() {
    return false;
  }

  @Override
  public boolean reserve(Runnable freed) {
    return place.reserve(freed);
  }

  @Override
  public void unreserve() {
    place.unreserve();
  }

  @Override
  public void onFreed(Runnable wake) {
    here.onFreed(wake);
  }

  @Override
  public List<ClaimedRow> claim(int limit) {
    return List.copyOf(
        place.claim(
            claim,
            limit,
            (taken, hold) -> new AdvisoryRow(settler, context, taken.row(), hold, here)));
  }

  @Override
  public Optional<ClaimedRow> claimSuspect() {
    return Optional.empty();
  }

  /** Each row is settled where its own key is held. */
  @Override
  public Map<ClaimedRow, SettleResult> settleTogether(
      List<ClaimedRow> rows, List<Settlement> settlements) {
    return Map.of();
  }

  /** {@code lockSessions} is refused by the start check: others need what is shared. */
  @Override
  public HandlerTransaction transaction(List<ClaimedRow> rows) {
    return transactions.open(rows.stream().map(AdvisoryRow.class::cast).toList());
  }

  @Override
  public void close() {
    place.close();
  }
}
