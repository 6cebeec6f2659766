package io.github.rowqueue.internal.form;

import java.util.List;
import java.util.function.BiFunction;

/** Where the keys of a subscription are held, and so how many claims run. Thread-safe. */
interface KeyPlace {

  /** See {@link Form#claimsSideBySide}. */
  boolean claimsSideBySide();

  /** See {@link Form#reserve}. */
  boolean reserve(Runnable freed);

  /** See {@link Form#unreserve}. */
  void unreserve();

  /**
   * Takes up to {@code limit} rows.
   *
   * @param row makes a row of what was taken and what holds its key
   */
  List<AdvisoryRow> claim(
      KeyClaim claim, int limit, BiFunction<KeyClaim.Taken, KeyHold, AdvisoryRow> row);

  /** Looks whether what holds keys is still there. */
  void check();

  /** Gives back everything; nothing is in work. */
  void close();
}
