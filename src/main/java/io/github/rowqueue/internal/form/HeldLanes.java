package io.github.rowqueue.internal.form;

import io.github.rowqueue.dialect.LaneGuard;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.TableBinding;
import io.github.rowqueue.internal.jdbc.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * The lanes whose guards one claim has got, and the transaction they were taken for.
 *
 * @param lanes the lanes, in the order they were asked for
 * @param guard gives all of them back
 */
record HeldLanes(List<Object> lanes, HeldGuard guard) {

  /**
   * Tries the guards of {@code lanes} and opens the claim's transaction: after it, unless they are
   * the transaction's own, so that no snapshot is older than they are.
   */
  static HeldLanes begin(
      Optional<LaneGuard> guard,
      List<Object> lanes,
      Session session,
      TableBinding table,
      Values values) {
    if (guard.isEmpty()) {
      session.begin();
      return new HeldLanes(lanes, HeldGuard.nothingToRelease());
    }
    Values named = values.copy().lanes(lanes);
    return switch (guard.get().holder()) {
      case TRANSACTION -> ofTransaction(guard.get(), lanes, session, table, named);
      case SESSION -> ofSession(guard.get(), lanes, session, table, named);
      case PROCESS -> ofProcess(guard.get(), lanes, session, table, named);
    };
  }

  private static HeldLanes ofTransaction(
      LaneGuard guard, List<Object> lanes, Session session, TableBinding table, Values values) {
    session.begin();
    Map<Integer, String> got = session.askEach(guard.take().apply(lanes.size()), table, values);
    return new HeldLanes(granted(lanes, got), HeldGuard.nothingToRelease());
  }

  private static HeldLanes ofSession(
      LaneGuard guard, List<Object> lanes, Session session, TableBinding table, Values values) {
    List<Object> got = List.of();
    boolean answered = false;
    try {
      got = granted(lanes, session.askEach(guard.take().apply(lanes.size()), table, values));
      answered = true;
    } finally {
      if (!answered) { // the server may have given them all the same: a time-out can come after it
        session.abort();
      }
    }
    if (got.isEmpty()) {
      return new HeldLanes(got, HeldGuard.nothingToRelease());
    }
    IntFunction<io.github.rowqueue.dialect.Statement> release = guard.release().orElseThrow();
    Values named = values.copy().lanes(got);
    int count = got.size();
    HeldGuard held =
        new HeldGuard(
            () -> HeldGuard.confirmAll(release.apply(count), count, session, table, named));
    held.begin(session);
    return new HeldLanes(got, held);
  }

  private static HeldLanes ofProcess(
      LaneGuard guard, List<Object> lanes, Session session, TableBinding table, Values values) {
    Map<Integer, String> names = session.askEach(guard.take().apply(lanes.size()), table, values);
    List<Object> got = new ArrayList<>();
    List<String> held = new ArrayList<>();
    for (int i = 0; i < lanes.size(); i++) {
      String name = names.getOrDefault(i, "");
      if (HeldGuard.IN_PROCESS.add(name)) {
        got.add(lanes.get(i));
        held.add(name);
      }
    }
    HeldGuard guards = new HeldGuard(() -> held.forEach(HeldGuard.IN_PROCESS::remove));
    guards.begin(session);
    return new HeldLanes(got, guards);
  }

  private static List<Object> granted(List<Object> lanes, Map<Integer, String> answers) {
    List<Object> granted = new ArrayList<>();
    for (int i = 0; i < lanes.size(); i++) {
      if ("1".equals(answers.get(i))) {
        granted.add(lanes.get(i));
      }
    }
    return granted;
  }
}
