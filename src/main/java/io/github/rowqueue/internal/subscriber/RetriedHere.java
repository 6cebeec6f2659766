package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.internal.jdbc.RowId;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The rows this process has just made claimable again, so that nothing but retries is never claimed
 * at full speed.
 */
final class RetriedHere {

  private static final int MOST = 1024;

  private final Set<RowId> ids =
      Collections.newSetFromMap(
          new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<RowId, Boolean> eldest) {
              return size() > MOST;
            }
          });

  void add(RowId id) {
    ids.add(id);
  }

  /** Whether every one of {@code rows} was retried here since it was last asked. */
  boolean wereAll(List<RowId> rows) {
    boolean all = true;
    for (RowId row : rows) {
      all &= ids.remove(row);
    }
    return all;
  }
}
