package io.github.rowqueue.bench;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.RowqueueBuilder;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableSpec;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** The statements of subscriptions that find nothing. */
final class IdleCost implements Workload {

  private static final Duration POLL = Duration.ofMillis(100);
  private static final int HUNDRED = 100;

  @Override
  public String name() {
    return "idle";
  }

  @Override
  public String charted() {
    return "statements_per_second";
  }

  @Override
  public boolean durable() {
    return false;
  }

  @Override
  public String explained() {
    return """
        The statements per second of a subscription on an empty table, with a poll interval of 100 ms. `ordinary` has no order, `one-group` serves one FIFO
        group, `all-groups` all groups of such a table. `one` has the default poll interval, and `hundred` is one of a hundred, with the default too, on as many groups
        of one table; these are counted for five times as long, once.""";
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
        double rate =
            statementsPerSecond(
                database, settings.size().idle(), Optional.of(POLL), List.of(one.getValue()));
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
    if (database.kind() == DatabaseKind.POSTGRESQL || !settings.size().isQuick()) {
      byDefault(database, settings, report, plain);
    }
    database.drop(plain);
    database.drop(groups);
  }

  private void byDefault(
      BenchDatabase database, BenchSettings settings, Report report, TableSpec plain)
      throws Exception {
    TableSpec grouped = BenchTables.grouped("bench_grouped");
    database.create(grouped);
    Duration counted = settings.size().idle().multipliedBy(5);
    List<Subscription> hundred =
        IntStream.range(0, HUNDRED)
            .mapToObj(
                i ->
                    idle(
                        Subscription.of("k" + i, Table.of(grouped, row -> row))
                            .payload(Note.class)))
            .toList();
    Subscription one =
        idle(Subscription.of("one", Table.of(plain, row -> row)).payload(Note.class));
    report.result(perSubscription(database, "one", counted, List.of(one)));
    report.result(perSubscription(database, "hundred", counted, hundred));
    database.drop(grouped);
  }

  private Result perSubscription(
      BenchDatabase database, String name, Duration counted, List<Subscription> subscriptions)
      throws InterruptedException {
    double rate = statementsPerSecond(database, counted, Optional.empty(), subscriptions);
    return Result.of(name(), database.kind().id())
        .with("contender", name)
        .with("statements_per_second", Rounds.NONE.and(rate / subscriptions.size()), "%.2f")
        .with("spread", "-")
        .with("ratio_ordinary", "-");
  }

  private static Subscription idle(
      io.github.rowqueue.subscribe.SubscriptionBuilder<?> subscription) {
    return subscription.handle((message, delivery) -> Outcome.ack());
  }

  private static double statementsPerSecond(
      BenchDatabase database,
      Duration counted,
      Optional<Duration> poll,
      List<Subscription> subscriptions)
      throws InterruptedException {
    Meter meter = new Meter(database.pool());
    CountDownLatch never = new CountDownLatch(1);
    RowqueueBuilder builder =
        Rowqueue.on(meter)
            .connections(database.pool().getMaximumPoolSize())
            .subscribe(subscriptions.toArray(Subscription[]::new));
    poll.ifPresent(builder::pollInterval);
    try (Rowqueue rowqueue = builder.start()) {
      subscriptions.forEach(subscription -> rowqueue.wake(subscription.name()));
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
