package io.github.rowqueue.internal.form;

/** Takes lock keys and gives them back; never waits for one. */
interface KeyLocker {

  /** Takes {@code key}; false if it is held. */
  boolean lock(String key);

  /** Gives {@code key} back, whatever it takes. */
  void unlock(String key);
}
