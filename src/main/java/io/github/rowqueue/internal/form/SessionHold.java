package io.github.rowqueue.internal.form;

import io.github.rowqueue.internal.jdbc.Session;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A key held by a session, which serves this row alone, its batch, or several rows. */
final class SessionHold implements KeyHold {

  private final KeySession session;
  private final String key;
  private final boolean shared;
  private final AtomicReference<@Nullable Boolean> held = new AtomicReference<>();

  /**
   * A hold.
   *
   * @param shared whether the session goes on after its last row
   */
  SessionHold(KeySession session, String key, boolean shared) {
    this.session = session;
    this.key = key;
    this.shared = shared;
  }

  @Override
  public String key() {
    return key;
  }

  @Override
  public <T> T use(Function<Session, T> work) {
    return session.use(work);
  }

  @Override
  public HandlerSession lend() {
    if (shared) {
      throw new IllegalStateException("a shared session has no transaction for a handler");
    }
    return session.lend();
  }

  @Override
  public boolean isOfSession() {
    return true;
  }

  @Override
  public synchronized void release() {
    if (held.get() == null) {
      held.set(session.giveBack(key));
    }
  }

  @Override
  public boolean wasHeld() {
    return Boolean.TRUE.equals(held.get());
  }

  /** A session that others share stays: the key is held until the handler returns. */
  @Override
  public void abandon() {
    if (!shared) {
      session.abandon();
    }
  }

  @Override
  public void leave(AdvisoryRow row) {
    if (session.leave(row) && !shared) {
      session.close();
    }
  }
}
