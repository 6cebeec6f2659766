package io.github.rowqueue.internal.form;

import java.util.function.Supplier;

/**
 * Lets one settlement through; after a refused one, which wrote nothing, another (B147). One thread
 * settles a row.
 */
final class SettleOnce {

  private boolean settled;

  /** The settlement was undone before it took effect: another one may follow. */
  void undone() {
    settled = false;
  }

  /**
   * Runs {@code write}.
   *
   * @throws IllegalStateException if the row is settled already
   */
  SettleResult settle(Object row, Supplier<SettleResult> write) {
    if (settled) {
      throw new IllegalStateException(
          "%s is settled already: one delivery has one outcome".formatted(row));
    }
    SettleResult result = write.get();
    settled = result.kind() != SettleResult.Kind.REFUSED;
    return result;
  }
}
