package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.subscribe.Backoff;
import io.github.rowqueue.subscribe.Delivery;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Settled;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The order of a group under many claimers, against a history of what happened. */
interface FifoOrderBehaviours extends FifoForms {

  @ParameterizedTest
  @MethodSource("fifoForms")
  @DisplayName("SPEC 4: eight claimers on three pools, random outcomes, crashes and inserts ahead")
  default void eight_claimers_keep_the_order_of_a_group(FifoForm form) throws Exception {
    queue().emptied(form.rowClass());
    String group = QueueFixture.newGroup();
    long seed = Long.getLong("rowqueue.seed", System.nanoTime());
    int rows = Boolean.getBoolean("rowqueue.thorough") ? 3000 : 150;
    FifoHistory history = new FifoHistory();
    Events events = new Events();
    Random random = new Random(seed);
    List<HikariDataSource> pools =
        Stream.generate(() -> queue().database().pool(8)).limit(3).toList();
    List<Rowqueue> claimers = new ArrayList<>();
    try {
      AtomicInteger written = new AtomicInteger();
      for (int n = 0; n < rows / 3; n++) {
        write(form, group, history, written, rows, random);
      }
      history.claimed();
      for (int i = 0; i < 8; i++) {
        Random mine = new Random(seed + i);
        claimers.add(
            Rowqueue.on(pools.get(i % 3))
                .pollInterval(Duration.ofMillis(20))
                .listener(events)
                .subscribe(
                    form.subscription(group)
                        .workers(3)
                        .backoff(Backoff.fixed(Duration.ofMillis(15)))
                        .handle(
                            (row, delivery) -> {
                              history.started(row, ahead(form, group, row));
                              // While its row is in work another enters, in front or behind.
                              write(form, group, history, written, rows, mine);
                              if (mine.nextInt(5) == 0) {
                                events.awaitEmptyClaims(2); // others have looked meanwhile
                              }
                              return outcome(form, row, delivery, history, mine);
                            }))
                .start());
      }
      for (int done = 25; done <= rows; done += 25) { // so that the limit is one of progress
        int enough = done;
        QueueFixture.await(
            () -> "%d finished, seed %d: %s".formatted(enough, seed, history),
            () -> history.finished().size() >= enough || !history.violations().isEmpty());
      }
      QueueFixture.await(
          "the last settlement",
          () ->
              QueueFixture.unchecked(() -> queue().count(form.table(), "1 = 1")) == 0
                  || !history.violations().isEmpty());
    } finally {
      claimers.forEach(Rowqueue::close);
      pools.forEach(HikariDataSource::close);
    }
    assertThat(history.violations()).as("seed %d", seed).isEmpty();
    assertThat(history.finished())
        .as("seed %d: nothing lost", seed)
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, rows).mapToObj(n -> "r" + n).toList());
    assertThat(events.settled())
        .as("seed %d: nothing settled twice", seed)
        .filteredOn(how -> how == Settled.ACKED || how == Settled.DROPPED)
        .hasSize(rows);
    assertThat(history.deliveries()).isGreaterThan(rows);
  }

  /** Writes a row if not all are; one in four stands ahead of those before it. */
  private void write(
      FifoForm form,
      String group,
      FifoHistory history,
      AtomicInteger written,
      int rows,
      Random random)
      throws SQLException {
    int n = written.getAndIncrement();
    if (n >= rows) {
      return;
    }
    String sql =
        "insert into %s (%s, %s, %s) values (?, ?, ?)"
            .formatted(
                queue().q(form.table()),
                queue().q("grp"),
                queue().q("priority"),
                queue().q("payload"));
    try (Connection connection = queue().pool().getConnection();
        PreparedStatement insert = connection.prepareStatement(sql)) {
      insert.setString(1, group);
      insert.setInt(2, random.nextInt(4) == 0 ? -n : 0);
      insert.setString(3, "r" + n);
      insert.executeUpdate();
      history.written("r" + n);
    }
  }

  private Outcome outcome(
      FifoForm form, String row, Delivery delivery, FifoHistory history, Random random)
      throws SQLException {
    int dice = random.nextInt(100);
    if (dice < 3 && form == FifoForm.LEASE) {
      history.crashes(row);
      // What a process leaves that died: a lease that runs out. This one's outcome comes too late.
      queue()
          .update(
              "update %s set %s = %s where %s = %s"
                  .formatted(
                      queue().q(form.table()),
                      queue().q("locked_until"),
                      queue().time(Instant.now().minusSeconds(60)),
                      queue().q("id"),
                      delivery.id()));
      return Outcome.ack();
    }
    history.ends(row, dice >= 40);
    if (dice < 15) {
      return Outcome.retry();
    }
    if (dice < 30) {
      return Outcome.retryAfter(Duration.ofMillis(random.nextInt(20)));
    }
    if (dice < 40) {
      throw new IllegalStateException("as the dice say");
    }
    return dice < 60 ? Outcome.drop() : Outcome.ack();
  }

  private List<String> ahead(FifoForm form, String group, String row) throws SQLException {
    String sql =
        "select %s from %s where %s = ? order by %s, %s, %s"
            .formatted(
                queue().q("payload"),
                queue().q(form.table()),
                queue().q("grp"),
                queue().q("priority"),
                queue().q("retry_after"),
                queue().q("id"));
    List<String> ahead = new ArrayList<>();
    try (Connection connection = queue().pool().getConnection();
        PreparedStatement select = connection.prepareStatement(sql)) {
      select.setString(1, group);
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next() && !rows.getString(1).equals(row)) {
          ahead.add(rows.getString(1));
        }
      }
    }
    return ahead;
  }
}
