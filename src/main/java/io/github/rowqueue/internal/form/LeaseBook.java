package io.github.rowqueue.internal.form;

import io.github.rowqueue.internal.jdbc.RowId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The rows of one subscription that are in this process's hands, from the claim until the
 * settlement is over and the handler has returned. Thread-safe.
 */
final class LeaseBook {

  private final Map<RowId, LeasedRow> rows = new ConcurrentHashMap<>();

  /**
   * Enters a claimed row.
   *
   * @return false if a delivery of the same row is still in work here (SPEC 13, 6)
   */
  boolean enter(LeasedRow row) {
    return rows.putIfAbsent(row.row().id(), row) == null;
  }

  /** Removes just this delivery, never a later one of the same row. */
  void leave(LeasedRow row) {
    rows.remove(row.row().id(), row);
  }

  /** The rows whose lease is to be kept. */
  List<LeasedRow> held() {
    return rows.values().stream().filter(LeasedRow::isHeld).toList();
  }
}
