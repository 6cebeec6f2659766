package io.github.rowqueue.internal.form;

import java.sql.SQLException;

/** Somebody with steps to make. */
interface Actor {
  boolean canStep();

  void step() throws SQLException;

  static Actor once(Happening happening) {
    return new Actor() {
      private boolean over;

      @Override
      public boolean canStep() {
        return !over;
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
