package io.github.rowqueue.bench;

import com.sun.management.GarbageCollectionNotificationInfo;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.subscribe.Delivery;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.RowqueueListener;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.Table;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

/**
 * Drains a table with the settings that are the fastest, in a JVM of its own with a small heap.
 * Arguments: the JDBC URL, the user, the password, the table, the number of its rows, the workers.
 * Prints one line for {@link HeapRun}.
 */
final class HeapDrain {

  private static final long LIMIT_MINUTES = 10;
  private static final int MORE_CONNECTIONS = 6;
  private static final double MEBIBYTE = 1024.0 * 1024;

  private final long rows;
  private final CountDownLatch done = new CountDownLatch(1);
  private final AtomicLong settled = new AtomicLong();
  private final AtomicLong first = new AtomicLong();
  private final AtomicLong last = new AtomicLong();
  private final AtomicLong longestGap = new AtomicLong();
  private final AtomicLong peak = new AtomicLong();
  private final AtomicLong live = new AtomicLong();

  private HeapDrain(long rows) {
    this.rows = rows;
  }

  /** Ends with 0 if every row was settled. */
  public static void main(String[] arguments) throws Exception {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(arguments[0]);
    config.setUsername(arguments[1]);
    config.setPassword(arguments[2]);
    int workers = Integer.parseInt(arguments[5]);
    config.setMaximumPoolSize(workers + MORE_CONNECTIONS);
    HeapDrain drain = new HeapDrain(Long.parseLong(arguments[4]));
    drain.watchHeap();
    try (HikariDataSource pool = new HikariDataSource(config)) {
      drain.run(pool, arguments[3], workers);
    }
  }

  private void run(HikariDataSource pool, String table, int workers) throws InterruptedException {
    Subscription subscription =
        Subscription.of("bench", Table.of(BenchTables.unordered(table), row -> row))
            .payload(Note.class)
            .workers(workers)
            .handle((note, delivery) -> Outcome.ack());
    RowqueueListener settlements =
        new RowqueueListener() {
          @Override
          public void settled(Delivery delivery, Settled how) {
            settledOne();
          }
        };
    try (Rowqueue rowqueue =
        Rowqueue.on(pool).subscribe(subscription).listener(settlements).start()) {
      rowqueue.wake("bench");
      if (!done.await(LIMIT_MINUTES, TimeUnit.MINUTES)) {
        throw new IllegalStateException(
            "%d of %d rows are settled after %d minutes"
                .formatted(settled.get(), rows, LIMIT_MINUTES));
      }
    }
    System.out.printf(
        Locale.ROOT,
        "rate=%.0f peak_mb=%.1f live_mb=%.1f longest_gap_ms=%d%n",
        rows * 1e9 / (last.get() - first.get()),
        Math.max(peak.get(), used()) / MEBIBYTE,
        live.get() / MEBIBYTE,
        TimeUnit.NANOSECONDS.toMillis(longestGap.get()));
  }

  private void settledOne() {
    long now = System.nanoTime();
    long before = last.getAndSet(now);
    if (settled.getAndIncrement() == 0) {
      first.set(now);
    } else {
      longestGap.accumulateAndGet(now - before, Math::max);
    }
    if (settled.get() >= rows) {
      done.countDown();
    }
  }

  private static long used() {
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  /** The most that was in use when a collection began, and the most that one left over. */
  private void watchHeap() {
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      ((NotificationEmitter) collector)
          .addNotificationListener(
              (notification, unused) -> {
                GarbageCollectionNotificationInfo collection =
                    GarbageCollectionNotificationInfo.from(
                        (CompositeData) notification.getUserData());
                peak.accumulateAndGet(
                    heap(collection.getGcInfo().getMemoryUsageBeforeGc()), Math::max);
                live.accumulateAndGet(
                    heap(collection.getGcInfo().getMemoryUsageAfterGc()), Math::max);
              },
              notification ->
                  notification
                      .getType()
                      .equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION),
              null);
    }
  }

  /** The pools of the heap, by their names: those of code and classes have no "Gen" or "Space". */
  private static long heap(Map<String, MemoryUsage> pools) {
    return pools.entrySet().stream()
        .filter(pool -> pool.getKey().matches(".*(Eden|Survivor|Old Gen|Tenured).*"))
        .mapToLong(pool -> pool.getValue().getUsed())
        .sum();
  }
}
