package io.github.rowqueue.internal.subscriber;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.internal.form.ClaimedRow;
import io.github.rowqueue.internal.form.Form;
import io.github.rowqueue.internal.form.Pause;
import io.github.rowqueue.internal.form.SettleResult;
import io.github.rowqueue.internal.jdbc.RawRows;
import io.github.rowqueue.internal.publish.NamedPublisher;
import io.github.rowqueue.internal.publish.RouteTable;
import io.github.rowqueue.subscribe.Backoff;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.RowqueueListener;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableSpec;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A full heap, or a defect, between a claim and the start of its rows must neither end the
 * subscription in silence nor keep its rows.
 */
class ClaimMishapTest {

  private static final Duration POLL = Duration.ofMillis(10);
  private static final TableSpec SPEC =
      TableSpec.builder("jobs")
          .id("id")
          .partitionKey("k")
          .lockedUntil("locked_until")
          .payload("payload")
          .build();

  private final Threads threads = new Threads(Threads.platform());

  /** What rows were asked for, in order, as {@code begin 1}. */
  private final LinkedBlockingQueue<String> calls = new LinkedBlockingQueue<>();

  private final Queue<String> told = new ConcurrentLinkedQueue<>();

  @AfterEach
  void close() {
    threads.close();
  }

  @Test
  void rows_of_a_claim_that_cannot_be_entered_are_let_go_of_and_the_next_claim_comes()
      throws Exception {
    SubscriberLoop loop =
        start(false, List.of(List.of(row(1, "a"), broken(2), row(3, "b")), List.of(row(4, "a"))));

    expect("release 1", "close 1", "release 2", "close 2", "release 3", "close 3");
    expect("begin 4", "close 4");
    assertIdleAndTold(loop);
  }

  @Test
  void rows_of_a_claim_that_fall_to_no_lane_are_let_go_of_and_leave_all_lanes_free()
      throws Exception {
    Object defect =
        new Object() {
          @Override
          public int hashCode() {
            throw new OutOfMemoryError("no memory");
          }
        };
    SubscriberLoop loop =
        start(
            true, List.of(List.of(row(1, "a"), row(2, "a"), row(3, defect)), List.of(row(4, "a"))));

    expect("release 1", "close 1", "release 2", "close 2", "release 3", "close 3");
    expect("begin 4", "close 4");
    assertIdleAndTold(loop);
  }

  @Test
  void a_suspect_that_cannot_be_entered_is_let_go_of_and_the_next_look_comes() throws Exception {
    SubscriberLoop loop = start(false, List.of(), broken(1), row(2, "a"));

    expect("release 1", "close 1", "begin 2", "close 2");
    assertIdleAndTold(loop);
  }

  private void assertIdleAndTold(SubscriberLoop loop) throws InterruptedException {
    loop.close();
    assertThat(loop.awaitIdle(System.nanoTime() + TimeUnit.SECONDS.toNanos(30))).isTrue();
    assertThat(loop.rows().all()).isEmpty();
    assertThat(told)
        .containsExactly(
            "subscription \"mails\", table jobs: java.lang.OutOfMemoryError: no memory");
  }

  private void expect(String... wanted) throws InterruptedException {
    for (String call : wanted) {
      assertThat(calls.poll(30, TimeUnit.SECONDS)).isEqualTo(call);
    }
  }

  private SubscriberLoop start(boolean byKey, List<List<ClaimedRow>> claims, ClaimedRow... looks) {
    var builder = Subscription.of("mails", Table.of(SPEC, row -> row)).codec(Codecs.bytes());
    Subscription mails =
        (byKey ? builder.workersByKey(2) : builder.workers(2))
            .errorBackoff(Backoff.fixed(POLL))
            .handle((message, delivery) -> Outcome.ack());
    Form form = form(claims.iterator(), List.of(looks).iterator());
    RowqueueListener listener =
        new RowqueueListener() {
          @Override
          public void failed(String subscription, RuntimeException failure) {
            told.add(failure.getMessage());
          }
        };
    SubscriptionContext context =
        new SubscriptionContext(
            mails,
            form,
            listener,
            threads,
            new Pause(),
            new Replies(new NamedPublisher(RouteTable.of(List.of()), Map.of(), null)));
    SubscriberLoop loop = new SubscriberLoop(context, form, threads, POLL);
    loop.poke();
    return loop;
  }

  /** Yields these claims and looks one after the other, and then nothing. */
  private static Form form(Iterator<List<ClaimedRow>> claims, Iterator<ClaimedRow> looks) {
    return (Form)
        Proxy.newProxyInstance(
            ClaimMishapTest.class.getClassLoader(),
            new Class<?>[] {Form.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "claim" -> claims.hasNext() ? claims.next() : List.of();
                  case "claimSuspect" ->
                      looks.hasNext() ? Optional.of(looks.next()) : Optional.empty();
                  case "claimsSideBySide", "settlesLater" -> false;
                  case "hasSuspects", "reserve" -> true;
                  case "unreserve", "onFreed", "flush", "flushBesides" -> null;
                  default -> throw new AssertionError(method.getName());
                });
  }

  private ClaimedRow row(long id, Object key) {
    return row(id, key, false);
  }

  /** Cannot be entered into the books. */
  private ClaimedRow broken(long id) {
    return row(id, "a", true);
  }

  /** Given up where it should begin, so that nothing is settled. */
  private ClaimedRow row(long id, Object key, boolean broken) {
    return (ClaimedRow)
        Proxy.newProxyInstance(
            ClaimMishapTest.class.getClassLoader(),
            new Class<?>[] {ClaimedRow.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "row" -> RawRows.of(SPEC, id, key, "none", new byte[0]);
                  case "suspect" -> false;
                  case "equals" -> proxy == arguments[0];
                  case "hashCode" -> (int) id;
                  case "onLost" -> {
                    if (broken) {
                      throw new OutOfMemoryError("no memory");
                    }
                    yield null;
                  }
                  case "begin" -> !calls.add("begin " + id);
                  case "release" -> {
                    calls.add("release " + id);
                    yield new SettleResult(SettleResult.Kind.DONE, "release", null);
                  }
                  case "close" -> {
                    calls.add("close " + id);
                    yield null;
                  }
                  default -> throw new AssertionError(method.getName());
                });
  }
}
