package io.github.rowqueue.internal.form;

import java.sql.SQLException;
import java.util.function.BooleanSupplier;

/** Somebody with steps to make. */
interface Actor {
  /** Whether it has a step left that it need not wait for. */
  boolean canStep();

  /** Makes it. */
  void step() throws SQLException;

  /** One step, at any time. */
  static Actor once(Happening happening) {
    return onceWhile(() -> true, happening);
  }

  /** One step, at any time at which {@code possible}. */
  static Actor onceWhile(BooleanSupplier possible, Happening happening) {
    return new Actor() {
      private boolean over;

      @Override
      public boolean canStep() {
        return !over && possible.getAsBoolean();
      }

      @Override
      public void step() throws SQLException {
        over = true;
        happening.happens();
      }
    };
  }

  /** Something that befalls the rows. */
  interface Happening {
    void happens() throws SQLException;
  }
}
