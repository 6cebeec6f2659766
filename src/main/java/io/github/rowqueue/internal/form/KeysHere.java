package io.github.rowqueue.internal.form;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The keys whose rows one subscription has in its hands, until their handlers have returned: also
 * where the lock is lost by then, so that no second handler of a key starts beside the first (SPEC
 * 13, 6). A session would get its own key again. Thread-safe.
 */
final class KeysHere {

  private final Set<String> keys = ConcurrentHashMap.newKeySet();

  /** Keys behind which rows wait that a claim has passed over. */
  private final Set<String> waiting = ConcurrentHashMap.newKeySet();

  private volatile Runnable wake = () -> {};

  void onFreed(Runnable wake) {
    this.wake = wake;
  }

  /** Notes that {@code key} is tried or held here; false if it is already, and is passed over. */
  boolean enter(String key) {
    if (keys.add(key)) {
      return true;
    }
    waiting.add(key);
    if (keys.add(key)) { // given back meanwhile, by one that did not know of this
      waiting.remove(key);
      return true;
    }
    return false;
  }

  /**
   * A row of {@code key} comes back at once, before those that wait behind it: a wake-up for them
   * would claim that same row again, at full speed (SPEC 13, 20).
   */
  void leaveQuietly(String key) {
    keys.remove(key);
  }

  /** The key was not to be had; who passed it over meanwhile for that is told, as by the next. */
  void refused(String key) {
    leave(key);
  }

  /** A row of {@code key} has ended; a row that waits behind it may be claimed at once. */
  void leave(String key) {
    keys.remove(key);
    if (waiting.remove(key)) {
      wake.run();
    }
  }

  int size() {
    return keys.size();
  }
}
