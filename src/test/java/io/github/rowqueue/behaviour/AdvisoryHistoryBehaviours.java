package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.subscribe.Backoff;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.subscribe.SubscriptionBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys under many claimers, against a history of what happened. */
interface AdvisoryHistoryBehaviours extends Behaviours {

  /** Few, so that claimers meet. */
  int KEYS = 5;

  @ParameterizedTest(name = "lockSessions({0})")
  @ValueSource(ints = {0, 2})
  @DisplayName("B46, B86, SPEC 3: eight claimers on three pools never have two rows of a key")
  default void eight_claimers_never_have_two_rows_of_a_key(int lockSessions) throws Exception {
    AdvisoryLocks jobs = AdvisoryLocks.on(queue());
    String group = QueueFixture.newGroup();
    long seed = Long.getLong("rowqueue.seed", System.nanoTime());
    int rows = Boolean.getBoolean("rowqueue.thorough") ? 3000 : 120;
    KeyHistory history = new KeyHistory();
    Events events = new Events();
    AtomicInteger written = new AtomicInteger();
    List<HikariDataSource> pools =
        Stream.generate(() -> queue().database().pool(8)).limit(3).toList();
    List<Rowqueue> claimers = new ArrayList<>();
    try {
      for (int n = 0; n < rows / 3; n++) {
        write(jobs, group, written, rows);
      }
      for (int i = 0; i < 8; i++) {
        Random dice = new Random(seed + i);
        claimers.add(
            Rowqueue.on(pools.get(i % 3))
                .pollInterval(Duration.ofMillis(20))
                .listener(events)
                .subscribe(
                    subscription(jobs, group, lockSessions)
                        .workers(2)
                        .backoff(Backoff.fixed(Duration.ofMillis(15)))
                        .handle(
                            (row, delivery) -> {
                              String key = key(row);
                              history.started(key, row, delivery.attempt().orElseThrow());
                              int roll = roll(dice);
                              if (roll % 5 == 0) {
                                events.awaitEmptyClaims(2); // others have looked meanwhile
                              }
                              write(jobs, group, written, rows);
                              history.ends(key, row, roll >= 40);
                              return outcome(roll);
                            }))
                .start());
      }
      for (int done = 20; done <= rows; done += 20) { // so that the limit is one of progress
        int enough = done;
        QueueFixture.await(
            () -> "%d finished, seed %d: %s".formatted(enough, seed, history),
            () -> history.finished().size() >= enough || !history.violations().isEmpty());
      }
      QueueFixture.await(
          "the last settlement",
          () ->
              QueueFixture.unchecked(() -> jobs.rows(group)).isEmpty()
                  || !history.violations().isEmpty());
    } finally {
      claimers.forEach(Rowqueue::close);
      pools.forEach(HikariDataSource::close);
    }
    assertThat(history.violations()).as("seed %d", seed).isEmpty();
    assertThat(history.finished())
        .as("seed %d: nothing lost", seed)
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, rows).mapToObj(AdvisoryHistoryBehaviours::row).toList());
    assertThat(events.settled())
        .as("seed %d: nothing settled twice", seed)
        .filteredOn(how -> how == Settled.ACKED || how == Settled.DROPPED)
        .hasSize(rows);
    assertThat(history.deliveries()).isGreaterThan(rows);
  }

  private static SubscriptionBuilder<String> subscription(
      AdvisoryLocks jobs, String group, int lockSessions) {
    SubscriptionBuilder<String> builder = jobs.subscription(group);
    return lockSessions == 0 ? builder : builder.lockSessions(lockSessions);
  }

  private static int roll(Random dice) {
    synchronized (dice) {
      return dice.nextInt(100);
    }
  }

  private static String row(int n) {
    return "k%d-%d".formatted(n % KEYS, n);
  }

  private static String key(String row) {
    return row.substring(0, row.indexOf('-'));
  }

  private static void write(AdvisoryLocks jobs, String group, AtomicInteger written, int rows)
      throws Exception {
    int n = written.getAndIncrement();
    if (n < rows) {
      jobs.insert(group, key(row(n)), row(n));
    }
  }

  private static Outcome outcome(int roll) {
    if (roll < 15) {
      return Outcome.retry();
    }
    if (roll < 30) {
      return Outcome.retryAfter(Duration.ofMillis(roll - 15));
    }
    if (roll < 40) {
      throw new IllegalStateException("as the dice say");
    }
    return roll < 60 ? Outcome.drop() : Outcome.ack();
  }
}
