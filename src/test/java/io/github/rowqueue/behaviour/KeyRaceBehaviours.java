package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.dialect.LaneClaim;
import io.github.rowqueue.dialect.LaneGuard;
import io.github.rowqueue.dialect.LaneGuard.Holder;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What two claims of one key would do without the guard, step by step. */
interface KeyRaceBehaviours extends KeyStatements {

  /** Databases on which two claims can overlap at all. */
  default Stream<Class<?>> keysWithOverlap() {
    return queue().dialect().singleWriter() ? Stream.of() : Stream.of(KeyOrderLease.class);
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("keysWithOverlap")
  @DisplayName(
      "Rule 15: a row that enters ahead between the choice and the lease of a key's head: without the guard two rows of the key are in work, with it one")
  default void the_guard_of_a_key_keeps_two_of_its_rows_apart(Class<?> table) throws Exception {
    OrderedJobs jobs = OrderedJobs.create(queue(), table, "a:1", "b:1");
    LaneClaim claim = queue().dialect().laneClaim(jobs.spec());
    boolean inDatabase = claim.guard().orElseThrow().holder() != Holder.PROCESS;
    dropIndexOfKeysInWork(jobs);
    try (Connection one = connection();
        Connection other = connection()) {
      if (inDatabase) {
        assertThat(got(one, claim, jobs, "a", "b")).containsExactly(0, 1);
      }
      assertThat(take(one, claim, jobs, "a", "b")).containsExactly("a:1", "b:1");
      jobs.insert(-1, List.of("a:0"));
      if (inDatabase) {
        assertThat(got(other, claim, jobs, "a", "b")).as("the other may not claim now").isEmpty();
        other.rollback();
      }
      List<String> second = take(other, claim, jobs, "a", "b");
      one.commit();
      other.commit();
      if (claim.guard().orElseThrow().holder() == Holder.SESSION) {
        assertThat(second).as("a session without the guard claims nothing").isEmpty();
      } else {
        assertThat(second).as("two of a key in work without the guard").containsExactly("a:0");
      }
    }
    queue().execute("drop table " + queue().q(jobs.table()));
    queue().createTable(jobs.spec());
  }

  /** The index would keep the rows apart too, and the guard is to be seen alone. */
  private void dropIndexOfKeysInWork(OrderedJobs jobs) throws SQLException {
    if (queue().dialect().indexDdl(jobs.spec()).size() == 3) {
      queue().execute("drop index " + queue().q(jobs.table() + "_work"));
    }
  }

  private List<Integer> got(
      Connection connection, LaneClaim claim, OrderedJobs jobs, String... lanes)
      throws SQLException {
    LaneGuard guard = claim.guard().orElseThrow();
    List<Integer> got = new ArrayList<>();
    try (PreparedStatement prepared =
            bound(connection, guard.take().apply(lanes.length), jobs, List.of(), lanes);
        ResultSet rows = prepared.executeQuery()) {
      while (rows.next()) {
        if (rows.getInt(2) == 1) {
          got.add(rows.getInt(1));
        }
      }
    }
    return got;
  }

  /** The payloads of the rows that a claim leases, which is not committed. */
  private List<String> take(
      Connection connection, LaneClaim claim, OrderedJobs jobs, String... lanes)
      throws SQLException {
    if (claim.heads().isEmpty()) {
      return payloads(
          bound(connection, claim.claim().take(lanes.length), jobs, List.of(), lanes), null);
    }
    List<Long> heads = new ArrayList<>();
    try (PreparedStatement prepared =
            bound(connection, claim.heads().get().apply(lanes.length), jobs, List.of(), lanes);
        ResultSet rows = prepared.executeQuery()) {
      while (rows.next()) {
        heads.add(rows.getLong(1));
      }
    }
    if (heads.isEmpty()) {
      return List.of();
    }
    List<Long> ids = new ArrayList<>();
    List<String> payloads =
        payloads(bound(connection, claim.claim().take(heads.size()), jobs, heads, lanes), ids);
    if (!ids.isEmpty()) {
      try (PreparedStatement stamp =
          bound(connection, claim.claim().stamp(ids.size()), jobs, ids, lanes)) {
        assertThat(stamp.executeUpdate()).isEqualTo(ids.size());
      }
    }
    return payloads;
  }

  private static List<String> payloads(PreparedStatement query, @Nullable List<Long> ids)
      throws SQLException {
    List<String> payloads = new ArrayList<>();
    try (query;
        ResultSet rows = query.executeQuery()) {
      while (rows.next()) {
        payloads.add(rows.getString("payload"));
        if (ids != null) {
          ids.add(rows.getLong("id"));
        }
      }
    }
    return payloads.stream().sorted().toList();
  }
}
