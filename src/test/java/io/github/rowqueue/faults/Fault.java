package io.github.rowqueue.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What befalls some executions of some statements; see {@link FaultyDataSource#on}. Thread-safe.
 */
public final class Fault {

  /** How long a test may wait here before it fails instead of hanging. */
  private static final Duration LIMIT = Duration.ofSeconds(30);

  /** Something to do at the moment of an execution, with the connection that executes. */
  @FunctionalInterface
  public interface Action {
    /** Does it; what it throws is the execution's result. */
    void run(Connection connection) throws Exception;
  }

  private final Set<String> names;
  private final int skip;
  private final int times;
  private final Action before;
  private final Action after;
  private final AtomicInteger seen = new AtomicInteger();
  private final AtomicInteger hits = new AtomicInteger();
  private final CountDownLatch hit = new CountDownLatch(1);
  private volatile boolean lifted;

  private Fault(Plan plan, Action before, Action after) {
    this.names = plan.names;
    this.skip = plan.skip;
    this.times = plan.times;
    this.before = before;
    this.after = after;
  }

  /** Whether it befalls this execution, which it counts. */
  boolean takes(String name) {
    boolean concerned = names.isEmpty() ? !name.equals("connection") : names.contains(name);
    if (lifted || !concerned) {
      return false;
    }
    int number = seen.incrementAndGet();
    return number > skip && number - skip <= times;
  }

  void before(Connection connection) throws SQLException {
    hits.incrementAndGet();
    hit.countDown();
    run(before, connection);
  }

  void after(Connection connection) throws SQLException {
    run(after, connection);
  }

  private static void run(Action action, Connection connection) throws SQLException {
    try {
      action.run(connection);
    } catch (SQLException | RuntimeException wanted) {
      throw wanted;
    } catch (Exception failed) {
      throw new SQLException(failed);
    }
  }

  @Override
  public String toString() {
    return "%s, execution %d, of which seen %d".formatted(names, skip + 1, seen.get());
  }

  /** How many executions it has befallen. */
  public int hits() {
    return hits.get();
  }

  /** Waits until it has befallen an execution. */
  public void awaitHit() throws InterruptedException {
    assertThat(hit.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).as("%s executed", names).isTrue();
  }

  /** Nothing more befalls anybody. */
  public void lift() {
    lifted = true;
  }

  /** Which executions a fault befalls: once, the next one, unless said otherwise. */
  public static final class Plan {

    private static final Action NOTHING = connection -> {};

    private final FaultyDataSource faults;
    private final Set<String> names;
    private int skip;
    private int times = 1;

    Plan(FaultyDataSource faults, Set<String> names) {
      this.faults = faults;
      this.names = names;
    }

    /** The first {@code executions} pass. */
    public Plan skip(int executions) {
      this.skip = executions;
      return this;
    }

    /** It befalls that many executions. */
    public Plan times(int executions) {
      this.times = executions;
      return this;
    }

    /** It befalls all executions until it is lifted. */
    public Plan always() {
      return times(Integer.MAX_VALUE);
    }

    /** Not executed; the driver says so with this state and code. */
    public Fault fails(String sqlState, int vendorCode) {
      return add(connection -> fail(sqlState, vendorCode), NOTHING);
    }

    /** Executed, and then the driver says that it failed. */
    public Fault failsAfterwards(String sqlState, int vendorCode) {
      return add(NOTHING, connection -> fail(sqlState, vendorCode));
    }

    /** The connection breaks; nothing was executed. */
    public Fault cutsBefore() {
      return add(Plan::cut, NOTHING);
    }

    /** Executed, but the connection breaks and the answer is lost. */
    public Fault cutsAfter() {
      return add(NOTHING, Plan::cut);
    }

    /** Executed only once {@code gate} opens. */
    public Fault waitsBefore(CountDownLatch gate) {
      return add(connection -> pass(gate), NOTHING);
    }

    /** Executed, but the answer comes only once {@code gate} opens. */
    public Fault waitsAfter(CountDownLatch gate) {
      return add(NOTHING, connection -> pass(gate));
    }

    /** The test does something just before the execution, perhaps on the same connection. */
    public Fault runsBefore(Action action) {
      return add(action, NOTHING);
    }

    /** The test does something just after the execution, before the answer is given. */
    public Fault runsAfter(Action action) {
      return add(NOTHING, action);
    }

    private Fault add(Action before, Action after) {
      Fault fault = new Fault(this, before, after);
      faults.add(fault);
      return fault;
    }

    private static void fail(String sqlState, int vendorCode) throws SQLException {
      throw new SQLException("injected by a test", sqlState, vendorCode);
    }

    private static void cut(Connection connection) throws SQLException {
      try {
        connection.abort(Runnable::run);
      } catch (SQLException | RuntimeException unsupported) {
        // A database in the process has no connection to break; the error alone is what is seen.
      }
      throw new SQLException("connection cut by a test", "08006", 0);
    }

    private static void pass(CountDownLatch gate) throws SQLException {
      boolean interrupted = false;
      try {
        while (true) {
          try {
            if (!gate.await(2 * LIMIT.toSeconds(), TimeUnit.SECONDS)) {
              throw new SQLException("the test never opened the gate");
            }
            return;
          } catch (InterruptedException kept) {
            interrupted = true;
          }
        }
      } finally {
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }
}
