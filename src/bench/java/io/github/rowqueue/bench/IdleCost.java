package io.github.rowqueue.bench;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableSpec;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The statements of subscriptions that find nothing. */
final class IdleCost implements Workload {

  private static final Duration POLL = Duration.ofMillis(100);

  @Override
  public String name() {
    return "idle";
  }

  @Override
  public boolean durable() {
    return false;
  }

  @Override
  public String explained() {
    return """
        The statements per second of a subscription on an empty table, with a poll interval of 100 ms. `ordinary` has no order, `one-group` serves one FIFO
        group, `all-groups` all groups of such a table.""";
  }

  @Override
  public void run(BenchDatabase database, BenchSettings settings, Report report) throws Exception {
    TableSpec plain = BenchTables.unordered("bench_plain");
    TableSpec groups = BenchTables.groups("bench_groups");
    database.create(plain);
    database.create(groups);
    Map<String, Subscription> contenders = new LinkedHashMap<>();
    contenders.put(
        "ordinary",
        idle(Subscription.of("bench", Table.of(plain, row -> row)).payload(Note.class)));
    contenders.put(
        "one-group", idle(Subscription.of("k1", Table.of(groups, row -> row)).payload(Note.class)));
    contenders.put(
        "all-groups",
        idle(Subscription.allGroups(Table.of(groups, row -> row)).payload(Note.class)));
    Map<String, Rounds> rates = new LinkedHashMap<>();
    for (int round = 0; round < settings.rounds(); round++) {
      for (Map.Entry<String, Subscription> one : contenders.entrySet()) {
        double rate = statementsPerSecond(database, settings.size().idle(), one.getValue());
        rates.merge(one.getKey(), Rounds.NONE.and(rate), (all, last) -> all.and(rate));
      }
    }
    rates.forEach(
        (name, mine) ->
            report.result(
                Result.of(name(), database.kind().id())
                    .with("contender", name)
                    .with("statements_per_second", mine, "%.1f")
                    .with("spread", Rounds.NONE.and(mine.spread()), "%.2f")
                    .with("ratio_ordinary", mine.over(rates.get("ordinary")), "%.2f")));
    database.drop(plain);
    database.drop(groups);
  }

  private static Subscription idle(
      io.github.rowqueue.subscribe.SubscriptionBuilder<?> subscription) {
    return subscription.handle((message, delivery) -> Outcome.ack());
  }

  private static double statementsPerSecond(
      BenchDatabase database, Duration counted, Subscription subscription)
      throws InterruptedException {
    Meter meter = new Meter(database.pool());
    CountDownLatch never = new CountDownLatch(1);
    try (Rowqueue rowqueue =
        Rowqueue.on(meter)
            .connections(database.pool().getMaximumPoolSize())
            .pollInterval(POLL)
            .subscribe(subscription)
            .start()) {
      rowqueue.wake(subscription.name());
      boolean ended = never.await(counted.toMillis(), TimeUnit.MILLISECONDS);
      long before = meter.statements();
      long started = System.nanoTime();
      ended |= never.await(counted.toMillis(), TimeUnit.MILLISECONDS);
      double seconds = (System.nanoTime() - started) / 1e9;
      if (ended) {
        throw new IllegalStateException("nothing ends this wait");
      }
      return (meter.statements() - before) / seconds;
    }
  }
}
