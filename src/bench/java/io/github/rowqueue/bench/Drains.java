package io.github.rowqueue.bench;

import io.github.rowqueue.bench.peers.Peer;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.table.TableSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** W1: a table, drained by all contenders. */
final class Drains implements Workload {

  static final String NAME = "W1";
  static final String HASTY = "W1-hasty";

  private static final Logger LOG = LoggerFactory.getLogger(Drains.class);
  private static final String TABLE = "bench_jobs";
  private static final int KEYS = 100;
  private static final int RAW_BATCH = 100;
  private static final int ELSEWHERE = 4;
  private static final int SLOWER_STILL = 10;
  private static final int PROBE = 1_000;
  private static final Set<String> ALL_DATABASES =
      Set.of("raw-lease", "raw-batch", "rowqueue-lease", "rowqueue-lease-best");

  private static final TableSpec LEASED = BenchTables.unordered(TABLE);
  private static final TableSpec LOCKED = BenchTables.locked(TABLE);
  private static final TableSpec ADVISORY = BenchTables.advisory(TABLE);

  private static final List<Contender> CONTENDERS =
      List.of(
          new RawDrain("raw-row", LOCKED, RawDrain.LOCKED),
          new QueueDrain("rowqueue-row", LOCKED, false),
          new RawDrain("raw-lease", LEASED, 1),
          new QueueDrain("rowqueue-lease", LEASED, false),
          new RawDrain("raw-batch", LEASED, RAW_BATCH),
          new QueueDrain("rowqueue-lease-best", LEASED, false, true),
          new QueueDrain("rowqueue-advisory", ADVISORY, false));

  private final boolean durable;

  Drains(boolean durable) {
    this.durable = durable;
  }

  @Override
  public String name() {
    return durable ? NAME : HASTY;
  }

  @Override
  public boolean durable() {
    return durable;
  }

  @Override
  public String explained() {
    return durable
        ? """
        A table of as many rows as stated is drained: a small JSON is decoded by Jackson, the handler does nothing, and the time is that from the first handled to the
        last settled, or as many as were settled when the time for a round was up. `raw-…` are hand-written: `raw-row` locks one row, handles, deletes it and commits;
        `raw-lease` and `raw-batch` claim 1 or 100 rows by lease in one transaction, handle, and delete by id and token in one statement. `rowqueue-…` are the forms with
        their defaults, `rowqueue-lease-best` has `prefetch(%d)`; `statements` are those for each message, counted in a drain of its own. The others are libraries,
        on tables of their own, to the last message that these tell as complete; a slow one has fewer rows, and no more rounds than its time allows.
        Ratios are taken round by round.\
        """
            .formatted(QueueDrain.BEST_PREFETCH)
        : "W1 on PostgreSQL with `synchronous_commit` off: no commit waits for the disk.";
  }

  @Override
  public void run(BenchDatabase database, BenchSettings settings, Report report) throws Exception {
    boolean postgresql = database.kind() == DatabaseKind.POSTGRESQL;
    if (!durable && !postgresql) {
      return;
    }
    List<Integer> workers =
        postgresql && settings.size() != BenchSettings.Size.TINY
            ? List.of(1, 4, 8)
            : List.of(ELSEWHERE);
    for (int each : workers) {
      new Cells(database, settings, report, each).run();
    }
  }

  /** One number of workers. */
  private final class Cells {

    private final BenchDatabase database;
    private final BenchSettings.Size size;
    private final Report report;
    private final int rounds;
    private final int workers;
    private final Map<String, Rounds> rates = new LinkedHashMap<>();
    private final Map<String, Integer> rows = new LinkedHashMap<>();
    private final Map<String, Long> spent = new LinkedHashMap<>();

    Cells(BenchDatabase database, BenchSettings settings, Report report, int workers) {
      this.database = database;
      this.size = settings.size();
      this.report = report;
      this.rounds = settings.rounds();
      this.workers = workers;
    }

    void run() throws InterruptedException {
      Map<String, Drain> running = new LinkedHashMap<>();
      Map<String, Counted> counted = new LinkedHashMap<>();
      for (Contender contender : contenders()) {
        running.put(contender.name(), () -> rate(contender));
        if (contender instanceof QueueDrain queue) {
          counted.put(contender.name(), () -> statements(queue));
        }
      }
      for (Peer peer : peers()) {
        rows.put(peer.name(), messages(peer));
        running.put(peer.name(), () -> new PeerRun(database, peer).drain(messages(peer), workers));
      }
      for (int round = 0; round < rounds; round++) {
        for (String name : KeyedDrain.rotated(List.copyOf(running.keySet()), round)) {
          if (spent.getOrDefault(name, 0L) < size.budget().toNanos()) {
            attempt(name, () -> add(name, running.get(name)), () -> running.remove(name));
          }
        }
      }
      for (String name : running.keySet()) {
        Result result = result(name);
        if (counted.containsKey(name)) {
          attempt(
              name,
              () ->
                  report.result(
                      result.with(
                          "statements", Rounds.NONE.and(counted.get(name).perMessage()), "%.3f")),
              () -> {});
        } else {
          report.result(result.with("statements", "-"));
        }
      }
    }

    private void attempt(String name, Step step, Runnable otherwise) throws InterruptedException {
      try {
        step.run();
      } catch (InterruptedException interrupted) {
        throw interrupted;
      } catch (Exception failed) {
        report.failed(name + " with %d workers".formatted(workers), failed);
        otherwise.run();
      }
    }

    private void add(String name, Drain drain) throws Exception {
      long started = System.nanoTime();
      double rate = drain.rate();
      spent.merge(name, System.nanoTime() - started, Long::sum);
      LOG.info("{} with {} workers: {} rows/s", name, workers, Math.round(rate));
      rates.merge(name, Rounds.NONE.and(rate), (all, one) -> all.and(rate));
    }

    private List<Contender> contenders() {
      List<Contender> all = new ArrayList<>(CONTENDERS);
      if (database.kind() != DatabaseKind.POSTGRESQL || (!durable && size.isQuick())) {
        all.removeIf(contender -> !ALL_DATABASES.contains(contender.name()));
      }
      return all;
    }

    /** The slow ones are left out where nothing but their time would be learned. */
    private List<Peer> peers() {
      if (database.kind() != DatabaseKind.POSTGRESQL || size == BenchSettings.Size.TINY) {
        return List.of();
      }
      return Peer.ALL.stream().filter(peer -> durable || !size.isQuick() || !isSlow(peer)).toList();
    }

    private int messages(Peer peer) {
      int messages = peer.messages(size.drained());
      return size.isQuick() && isSlow(peer) ? messages / SLOWER_STILL : messages;
    }

    private double rate(Contender contender) throws Exception {
      Handled handled = new Handled(size.drained(), false, size.box());
      fill(contender.spec(), size.drained());
      double rate = contender.drain(database, workers, handled);
      long left = database.count(contender.spec());
      if (handled.isComplete() && left != 0) {
        throw new IllegalStateException(contender.name() + " left %d rows".formatted(left));
      }
      database.drop(contender.spec());
      return rate;
    }

    private double statements(QueueDrain queue) throws Exception {
      int rows = size.drained() / 2;
      fill(queue.spec(), rows);
      double perMessage = queue.statements(database, workers, new Handled(rows, false));
      database.drop(queue.spec());
      return perMessage;
    }

    private void fill(TableSpec spec, int rows) throws Exception {
      database.create(spec);
      database.fill(spec, KEYS, rows / KEYS);
    }

    private Result result(String contender) {
      Rounds mine = rates.get(contender);
      return Result.of(name(), database.kind().id())
          .with("contender", contender)
          .with("workers", String.valueOf(workers))
          .with("rows", String.valueOf(rows.getOrDefault(contender, size.drained())))
          .with("rate", mine, "%.0f")
          .with("spread", Rounds.NONE.and(mine.spread()), "%.2f")
          .with("ratio_raw_row", mine.over(others("raw-row")), "%.2f")
          .with("ratio_raw_lease", mine.over(others("raw-lease")), "%.2f")
          .with("ratio_raw_batch", mine.over(others("raw-batch")), "%.2f");
    }

    private Rounds others(String name) {
      return rates.getOrDefault(name, Rounds.NONE);
    }
  }

  private static boolean isSlow(Peer peer) {
    return peer.messages(PROBE) < PROBE;
  }

  /** A round of one contender. */
  private interface Drain {
    double rate() throws Exception;
  }

  /** What counts the statements of one contender. */
  private interface Counted {
    double perMessage() throws Exception;
  }

  /** What may fail. */
  private interface Step {
    void run() throws Exception;
  }
}
