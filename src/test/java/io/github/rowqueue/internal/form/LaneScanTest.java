package io.github.rowqueue.internal.form;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.dialect.Dialects;
import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.internal.jdbc.Database;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.Values;
import io.github.rowqueue.internal.subscriber.StartReport;
import io.github.rowqueue.internal.subscriber.StartupCheck;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.servers.TestDatabase;
import io.github.rowqueue.servers.TestDatabases;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Searches that pass fewer lanes than there are: they follow each other, and end. */
class LaneScanTest {

  private static final TableSpec SPEC =
      TableSpec.builder("lanes")
          .id("id")
          .generated()
          .group("grp")
          .partitionKey("k")
          .fifo()
          .retryAfter("retry_after")
          .lockedUntil("locked_until")
          .build();

  /** Of which one search passes about 20. */
  private static final int LANES = 100;

  /** A table of lanes that wait, and a scan of it. */
  private static final class Waiting implements AutoCloseable {

    private final TestDatabase test;
    private final Dialect dialect;
    private final Session session;
    private final LaneScan scan;
    private final AtomicInteger wakes = new AtomicInteger();

    Waiting(DatabaseKind kind) throws Exception {
      test = TestDatabases.create(kind);
      dialect = kind == DatabaseKind.SQLITE ? Dialects.sqlite() : Dialects.h2();
      test.execute(dialect.ddl(SPEC).toArray(String[]::new));
      String late = kind == DatabaseKind.SQLITE ? "T00:00:00.000+00:00" : " 00:00:00";
      String literal =
          (kind == DatabaseKind.SQLITE ? "'" : "timestamp '") + "2100-01-01" + late + "'";
      List<String> rows = new ArrayList<>();
      for (int lane = 0; lane < LANES; lane++) {
        rows.add("('g', 'k%03d', %s)".formatted(lane, literal));
      }
      test.execute(
          "insert into %s (%s, %s, %s) values %s"
              .formatted(q("lanes"), q("grp"), q("k"), q("retry_after"), String.join(", ", rows)));
      Database database = Database.connect(test.dataSource(), (product, version) -> dialect);
      Subscription subscription =
          Subscription.of("g", Table.of(SPEC, row -> row))
              .handle((message, delivery) -> Outcome.ack());
      StartReport report = StartupCheck.check(database, List.of(subscription));
      scan =
          new LaneScan(
              dialect.laneClaim(SPEC), report.binding(subscription).orElseThrow(), List.of(), 15);
      scan.onRest(wakes::incrementAndGet);
      session = database.open("test", Duration.ofSeconds(10));
    }

    private String q(String name) {
      return dialect.quote(name);
    }

    void makeDue(String lane) throws Exception {
      String early =
          dialect.name().equals("sqlite")
              ? "'2000-01-01T00:00:00.000+00:00'"
              : "timestamp '2000-01-01 00:00:00'";
      test.execute(
          "update %s set %s = %s where %s = '%s'"
              .formatted(q("lanes"), q("retry_after"), early, q("k"), lane));
    }

    /** Searches as long as it is woken for the next one; what was found, search by search. */
    List<List<Object>> searches(int wanted, Predicate<Object> free) {
      List<List<Object>> found = new ArrayList<>();
      int before;
      do {
        assertThat(found).as("searches that do not end").hasSizeLessThan(3 * LANES);
        before = wakes.get();
        Values values = new Values().set(Meaning.GROUP, "g").set(Meaning.NOW, Instant.now());
        found.add(scan.find(session, values, wanted, free, 0));
        session.rollback();
      } while (wakes.get() > before);
      return found;
    }

    @Override
    public void close() {
      session.close();
      test.close();
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = DatabaseKind.class,
      names = {"SQLITE", "H2"})
  void searches_that_find_none_follow_each_other_once_round(DatabaseKind kind) throws Exception {
    try (Waiting waiting = new Waiting(kind)) {
      for (int poll = 0; poll < 3; poll++) {
        assertThat(waiting.searches(1, lane -> true))
            .as("poll %d", poll)
            .hasSizeBetween(3, 2 * LANES / 15)
            .allMatch(List::isEmpty);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = DatabaseKind.class,
      names = {"SQLITE", "H2"})
  void a_lane_behind_very_many_is_found_without_a_poll(DatabaseKind kind) throws Exception {
    try (Waiting waiting = new Waiting(kind)) {
      waiting.makeDue("k097");
      assertThat(waiting.searches(1, lane -> true).stream().flatMap(List::stream))
          .containsExactly("k097");
      waiting.scan.taken();
      waiting.makeDue("k050"); // behind where the last search ended, and so after the start
      assertThat(waiting.searches(2, lane -> !lane.equals("k097")).stream().flatMap(List::stream))
          .contains("k050");
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = DatabaseKind.class,
      names = {"SQLITE", "H2"})
  void a_lane_that_others_have_keeps_no_search_going(DatabaseKind kind) throws Exception {
    try (Waiting waiting = new Waiting(kind)) {
      waiting.makeDue("k050"); // found again and again, and never taken
      List<List<Object>> found = new ArrayList<>();
      for (int poll = 0; poll < 4; poll++) {
        found.addAll(waiting.searches(2, lane -> true));
      }
      assertThat(found).contains(List.of("k050")).contains(List.of());
    }
  }
}
