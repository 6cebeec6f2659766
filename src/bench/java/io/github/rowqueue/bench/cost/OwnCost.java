package io.github.rowqueue.bench.cost;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.bench.Note;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableSpec;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A delivery from claim to settlement: claimed, decoded by Jackson, handled by a handler that does
 * nothing, acknowledged. An operation is one delivery of a burst of many.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class OwnCost {

  /** The deliveries of one burst: enough that its start and end do not show. */
  public static final int BURST = 20_000;

  /** How many workers the subscription has. */
  @Param({"1", "8"})
  public int workers;

  private final StandIn database = new StandIn();
  private Rowqueue rowqueue;

  /** Starts the subscription on an empty table. */
  @Setup(Level.Trial)
  public void start() {
    TableSpec spec =
        TableSpec.builder("messages")
            .id("id")
            .generated()
            .retryAfter("retry_after")
            .generated()
            .attempt("attempt")
            .generated()
            .lockedUntil("locked_until")
            .payload("payload", String.class)
            .build();
    Subscription subscription =
        Subscription.of("bench", Table.of(spec, row -> row))
            .payload(Note.class)
            .workers(workers)
            .handle((note, delivery) -> Outcome.ack());
    rowqueue = Rowqueue.on(database).subscribe(subscription).start();
  }

  /** Stops it. */
  @TearDown(Level.Trial)
  public void stop() {
    rowqueue.close();
  }

  /** Publishes a burst and waits until it is settled. */
  @Benchmark
  @OperationsPerInvocation(BURST)
  public void delivery() throws InterruptedException {
    database.publish(BURST);
    rowqueue.wake("bench");
    database.awaitSettled();
  }
}
