package io.github.rowqueue.bench;

import io.github.rowqueue.publish.ListenNotify;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.table.TableSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** W3: how soon a message is picked up that comes into an idle queue. */
final class PickUp implements Workload {

  /** A way to write a message and to be woken for it. */
  interface Way {
    String name();

    /** Starts to listen; what is picked up is told to {@code arrivals}. */
    Running start(BenchDatabase database, Arrivals arrivals) throws Exception;
  }

  /** A way that listens. */
  interface Running extends AutoCloseable {
    /** Writes one message and commits. */
    void publish(Note note) throws Exception;
  }

  static final TableSpec TABLE = BenchTables.plain("bench_pickup");

  /** One message every so often, so that everybody is idle again. */
  private static final Duration PAUSE = Duration.ofMillis(50);

  private static final Duration LIMIT = Duration.ofMinutes(1);

  private static final Way IN_PROCESS =
      new QueuePickUp("rowqueue-in-process", Optional.empty(), false);

  private static final List<Way> ON_POSTGRESQL =
      List.of(
          new RawListen(),
          new QueuePickUp("rowqueue-notify", Optional.of(ListenNotify.defaults()), true),
          new QueuePickUp(
              "rowqueue-notify-in-tx", Optional.of(ListenNotify.defaults().inTransaction()), true),
          IN_PROCESS);

  @Override
  public String name() {
    return "W3";
  }

  @Override
  public String charted() {
    return "p50_ms";
  }

  @Override
  public boolean durable() {
    return false;
  }

  @Override
  public String explained() {
    return """
        The milliseconds from the begin of a publish (insert and commit) to the start of the handler, of single messages into an idle queue, one every 50 ms.
        `rowqueue-in-process` publishes and handles in one `Rowqueue`, the `notify` contenders in two with a pool each, as two processes would: notified after the
        commit, or in the transaction. `raw-listen` is hand-written: insert and `pg_notify` in one transaction; `getNotifications` in a loop, and a claim by lease for
        each message. Nobody polls.""";
  }

  @Override
  public void run(BenchDatabase database, BenchSettings settings, Report report) throws Exception {
    boolean notifies = database.kind() == DatabaseKind.POSTGRESQL;
    List<Way> running = new ArrayList<>(notifies ? ON_POSTGRESQL : List.of(IN_PROCESS));
    Map<String, Rounds> p50 = new LinkedHashMap<>();
    Map<String, Rounds> p99 = new LinkedHashMap<>();
    database.create(TABLE);
    for (int round = 0; round < settings.rounds(); round++) {
      List<Way> rotated = new ArrayList<>(running);
      Collections.rotate(rotated, round);
      for (Way way : rotated) {
        try {
          List<Double> sorted = millis(database, way, settings.size().pickUps());
          add(p50, way, sorted.get(sorted.size() / 2));
          add(p99, way, sorted.get(sorted.size() * 99 / 100));
        } catch (InterruptedException interrupted) {
          throw interrupted;
        } catch (Exception failed) {
          report.failed(way.name(), failed);
          running.remove(way);
        }
      }
    }
    running.forEach(
        way -> report.result(result(database, way.name(), p50, p99, settings.size().pickUps())));
    database.drop(TABLE);
  }

  private static void add(Map<String, Rounds> all, Way way, double value) {
    all.merge(way.name(), Rounds.NONE.and(value), (rounds, one) -> rounds.and(value));
  }

  private Result result(
      BenchDatabase database,
      String way,
      Map<String, Rounds> p50,
      Map<String, Rounds> p99,
      int messages) {
    Rounds mine = p50.getOrDefault(way, Rounds.NONE);
    Rounds slowest = p99.getOrDefault(way, Rounds.NONE);
    return Result.of(name(), database.kind().id())
        .with("contender", way)
        .with("messages", String.valueOf(messages))
        .with("p50_ms", mine, "%.2f")
        .with("spread", Rounds.NONE.and(mine.spread()), "%.2f")
        .with("p99_ms", slowest, "%.2f")
        .with("ratio_raw_p50", mine.over(p50.getOrDefault("raw-listen", Rounds.NONE)), "%.2f")
        .with("ratio_raw_p99", slowest.over(p99.getOrDefault("raw-listen", Rounds.NONE)), "%.2f");
  }

  /** Sorted; the first tenth of the messages warms up and is not counted. */
  private static List<Double> millis(BenchDatabase database, Way way, int messages)
      throws Exception {
    List<Double> all = new ArrayList<>();
    Arrivals arrivals = new Arrivals();
    CountDownLatch never = new CountDownLatch(1);
    try (Running running = way.start(database, arrivals)) {
      for (int i = -messages / 10; i < messages; i++) {
        if (never.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS)) {
          throw new IllegalStateException("nothing ends this wait");
        }
        long started = System.nanoTime();
        running.publish(new Note(1, i));
        long arrived = arrivals.next(i, LIMIT);
        if (i >= 0) {
          all.add((arrived - started) / 1e6);
        }
      }
    }
    Collections.sort(all);
    return all;
  }
}
