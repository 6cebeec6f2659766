package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.dialect.Claim;
import io.github.rowqueue.dialect.Statement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a claim reads of a long group: its head, and not what waits behind it. */
interface FifoCostBehaviours extends FifoRaceBehaviours {

  int WAITING = 3000;

  @ParameterizedTest
  @MethodSource("fifoForms")
  @DisplayName("Issue 4: no claim of a FIFO group reads the rows that wait in it")
  default void a_claim_reads_no_row_that_waits_behind_the_head(FifoForm form) throws Exception {
    queue().emptied(form.rowClass());
    String group = QueueFixture.newGroup();
    List<String> rows = IntStream.range(0, WAITING).mapToObj(String::valueOf).toList();
    queue().insert(form.table(), QueueFixture.newGroup(), rows);
    queue().insert(form.table(), group, rows);
    analyze(form.table());
    Map<String, String> cost = new TreeMap<>();
    for (boolean held : form == FifoForm.LEASE ? List.of(false, true) : List.of(false)) {
      if (held) {
        queue()
            .update(
                "update %s set %s = %s where %s = '%s' and %s = '0'"
                    .formatted(
                        queue().q(form.table()),
                        queue().q("locked_until"),
                        queue().time(java.time.Instant.now().plusSeconds(60)),
                        queue().q("grp"),
                        group,
                        queue().q("payload")));
      }
      for (Claim claim : claims(form)) {
        Statement take = claim.take(1);
        cost.put(take.name() + (held ? " beside a lease" : ""), cost(take, group));
      }
    }
    assertThat(cost).allSatisfy((claim, found) -> assertThat(found).as(claim).isEqualTo("few"));
    queue().emptied(form.rowClass());
  }

  private List<Claim> claims(FifoForm form) {
    return form == FifoForm.LEASE
        ? List.of(
            queue().dialect().leaseClaim(form.spec()),
            queue().dialect().leaseClaimSuspect(form.spec()))
        : List.of(queue().dialect().rowLockClaim(form.spec()));
  }

  private void analyze(String table) throws SQLException {
    switch (queue().database().kind()) {
      case MYSQL, MARIADB -> {
        Object unused = queue().value("analyze table " + queue().q(table));
      }
      case POSTGRESQL -> queue().execute("analyze " + queue().q(table));
      case SQLITE, H2 -> queue().execute("analyze");
    }
  }

  /** "few", or what the statement reads too much. */
  private String cost(Statement take, String group) throws SQLException {
    try (Connection connection = connection()) {
      try {
        return switch (queue().database().kind()) {
          case POSTGRESQL -> scans(plan(connection, "explain ", take, group), "Seq Scan");
          case SQLITE -> scans(plan(connection, "explain query plan ", take, group), "SCAN|TEMP");
          case H2 -> read(scanned(plan(connection, "explain analyze ", take, group)));
          case MYSQL, MARIADB -> read(handled(connection, take, group));
        };
      } finally {
        connection.rollback();
      }
    }
  }

  private static String scans(String plan, String words) {
    return Pattern.compile(words).matcher(plan).find() ? plan : "few";
  }

  private static String read(long rows) {
    return rows < 30 ? "few" : rows + " rows";
  }

  private String plan(Connection connection, String explain, Statement take, String group)
      throws SQLException {
    Statement explained = new Statement(take.name(), explain + take.sql(), take.params());
    StringBuilder plan = new StringBuilder();
    try (PreparedStatement prepared = bound(connection, explained, group, List.of());
        ResultSet rows = prepared.executeQuery()) {
      while (rows.next()) {
        plan.append(rows.getString(rows.getMetaData().getColumnCount())).append('\n');
      }
    }
    return plan.toString();
  }

  private static long scanned(String plan) {
    return Pattern.compile("scanCount: (\\d+)")
        .matcher(plan)
        .results()
        .map((MatchResult result) -> result.group(1))
        .collect(Collectors.summingLong(Long::parseLong));
  }

  private long handled(Connection connection, Statement take, String group) throws SQLException {
    long before = handled(connection);
    try (PreparedStatement prepared = bound(connection, take, group, List.of());
        ResultSet rows = prepared.executeQuery()) {
      while (rows.next()) {
        assertThat(rows.getString("payload")).isNotNull();
      }
    }
    return handled(connection) - before;
  }

  private static long handled(Connection connection) throws SQLException {
    long sum = 0;
    try (PreparedStatement show =
            connection.prepareStatement("show session status like 'Handler_read%'");
        ResultSet rows = show.executeQuery()) {
      while (rows.next()) {
        sum += rows.getLong(2);
      }
    }
    return sum;
  }
}
