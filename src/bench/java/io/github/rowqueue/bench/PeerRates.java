package io.github.rowqueue.bench;

import io.github.rowqueue.bench.peers.Peer;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.table.TableSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What peers drain and publish in a second, beside Rowqueue in the same rounds. */
final class PeerRates implements Workload {

  private static final Logger LOG = LoggerFactory.getLogger(PeerRates.class);
  private static final List<Integer> WORKERS = List.of(1, 4, 8);
  private static final TableSpec TABLE = BenchTables.unordered("bench_peers");
  private static final String OURS = "rowqueue-lease";
  private static final String SINGLE = "single";
  private static final String BULK = "bulk";

  @Override
  public String name() {
    return "peers";
  }

  @Override
  public boolean durable() {
    return true;
  }

  @Override
  public String explained() {
    StringBuilder text =
        new StringBuilder(
            """
            Each library drains as many small messages as stated, published beforehand, with a handler that does nothing: messages per second from the first handled
            to the last that its tables tell as complete, and `ratio` is that to `rowqueue-lease` with its defaults, round by round. `single` and `bulk` are the
            messages per second that one thread publishes, each in a transaction of its own, and many in the fastest way there is. On PostgreSQL.""");
    Peer.ALL.forEach(
        peer -> text.append(" `").append(peer.name()).append("`: ").append(peer.settings()));
    return text.append('.').toString();
  }

  @Override
  public void run(BenchDatabase database, BenchSettings settings, Report report) throws Exception {
    if (database.kind() != DatabaseKind.POSTGRESQL) {
      return;
    }
    List<Peer> running = new ArrayList<>(Peer.ALL);
    Map<String, Map<String, Rounds>> rates = new LinkedHashMap<>();
    for (int round = 0; round < settings.rounds(); round++) {
      Collections.rotate(running, 1); // so that no one always meets a warm cache
      for (int workers : WORKERS) {
        add(rates, OURS, drain(workers), ours(database, messages(settings), workers));
      }
      for (Peer peer : List.copyOf(running)) {
        try {
          measure(database, peer, settings, rates);
        } catch (InterruptedException interrupted) {
          throw interrupted;
        } catch (Exception failed) {
          report.failed(peer.name(), failed);
          running.remove(peer);
        }
      }
    }
    for (Peer peer : Peer.ALL) {
      if (running.contains(peer)) {
        tell(database, settings, report, peer, rates);
      }
    }
  }

  private static void measure(
      BenchDatabase database,
      Peer peer,
      BenchSettings settings,
      Map<String, Map<String, Rounds>> rates)
      throws Exception {
    PeerRun run = new PeerRun(database, peer);
    int messages = peer.messages(messages(settings));
    for (int workers : WORKERS) {
      add(rates, peer.name(), drain(workers), run.drain(messages, workers));
    }
    add(rates, peer.name(), SINGLE, run.publish(messages));
    add(rates, peer.name(), BULK, run.publishAll(messages));
  }

  private void tell(
      BenchDatabase database,
      BenchSettings settings,
      Report report,
      Peer peer,
      Map<String, Map<String, Rounds>> rates) {
    Map<String, Rounds> ours = rates.getOrDefault(OURS, Map.of());
    Map<String, Rounds> mine = rates.getOrDefault(peer.name(), Map.of());
    for (int workers : WORKERS) {
      Rounds rate = mine.getOrDefault(drain(workers), Rounds.NONE);
      report.result(
          Result.of(name(), database.kind().id())
              .with("contender", peer.name())
              .with("defaults", peer.hasDefaults() ? "yes" : "no")
              .with("workers", String.valueOf(workers))
              .with("messages", String.valueOf(peer.messages(messages(settings))))
              .with("rate", rate, "%.0f")
              .with("spread", Rounds.NONE.and(rate.spread()), "%.2f")
              .with("ratio", rate.over(ours.getOrDefault(drain(workers), Rounds.NONE)), "%.2f")
              .with(SINGLE, mine.getOrDefault(SINGLE, Rounds.NONE), "%.0f")
              .with(BULK, mine.getOrDefault(BULK, Rounds.NONE), "%.0f"));
    }
  }

  private static void add(
      Map<String, Map<String, Rounds>> rates, String contender, String what, double rate) {
    LOG.info("{} {}: {}/s", contender, what, Math.round(rate));
    rates
        .computeIfAbsent(contender, name -> new LinkedHashMap<>())
        .merge(what, Rounds.NONE.and(rate), (all, one) -> all.and(rate));
  }

  private static String drain(int workers) {
    return "drain " + workers;
  }

  /** 20,000 but in the smallest runs, and fewer for the slower ones. */
  private static int messages(BenchSettings settings) {
    return Math.min(
        settings.size().published() * 2, settings.size().keys() * settings.size().rowsPerKey());
  }

  private static double ours(BenchDatabase database, int messages, int workers) throws Exception {
    database.create(TABLE);
    database.fill(TABLE, messages, 1);
    double rate =
        new QueueDrain(OURS, TABLE, false).drain(database, workers, new Handled(messages, false));
    database.drop(TABLE);
    return rate;
  }
}
