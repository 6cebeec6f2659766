package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.publish.PublishOptions;
import io.github.rowqueue.publish.Publisher;
import io.github.rowqueue.subscribe.Handler;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Subscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Many claimers and producers on one table (B46, PAINS 20, 26, 30). */
interface ConcurrencyBehaviours extends Behaviours {

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("B46: eight claimers of two Rowqueues on 2000 rows: nothing twice, nothing missed")
  default void eight_claimers_take_no_row_twice_and_miss_none(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    queue()
        .insert(
            form, group, IntStream.range(0, 2000).mapToObj(String::valueOf).toArray(String[]::new));
    Map<String, AtomicInteger> runs = new ConcurrentHashMap<>();
    Events events = new Events();
    for (int i = 0; i < 2; i++) {
      queue()
          .start(
              queue()
                  .rowqueue(form.subscription(group).workers(4).handle(counting(runs)))
                  .listener(events));
    }
    queue().awaitGone(form, group);
    queue().stopAll();
    assertThat(runs).hasSize(2000);
    assertThat(runs.values()).allMatch(count -> count.get() == 1);
    assertThat(events.failures()).isEmpty();
  }

  private static Handler<String> counting(Map<String, AtomicInteger> runs) {
    return (message, delivery) -> {
      runs.computeIfAbsent(message, any -> new AtomicInteger()).incrementAndGet();
      return Outcome.ack();
    };
  }

  @Test
  @Order(Integer.MAX_VALUE)
  @DisplayName(
      "PAINS 20, 26, 30: twenty producers and eight claimers: no deadlock surfaces, no row lost, none twice")
  default void twenty_producers_and_eight_claimers_get_along() throws Exception {
    String group = QueueFixture.newGroup();
    Duration time = Duration.ofSeconds(Boolean.getBoolean("rowqueue.thorough") ? 60 : 10);
    List<JobForm> forms = forms().toList();
    Map<JobForm, Map<String, AtomicInteger>> runs = new ConcurrentHashMap<>();
    AtomicInteger backlog = new AtomicInteger();
    List<Subscription> subscriptions = new ArrayList<>();
    for (JobForm form : forms) {
      runs.put(form, new ConcurrentHashMap<>());
      Handler<String> counting = counting(runs.get(form));
      subscriptions.add(
          form.subscription(group)
              .workers(4)
              .handle(
                  (message, delivery) -> {
                    backlog.decrementAndGet();
                    return counting.handle(message, delivery);
                  }));
    }
    Events events = new Events();
    List<Rowqueue> rowqueues = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      rowqueues.add(
          queue()
              .start(
                  queue().rowqueue(subscriptions.toArray(Subscription[]::new)).listener(events)));
    }
    Map<JobForm, Queue<String>> written = new ConcurrentHashMap<>();
    List<Future<?>> producers = new ArrayList<>();
    ExecutorService threads = Executors.newFixedThreadPool(20);
    long end = System.nanoTime() + time.toNanos();
    for (int i = 0; i < 20; i++) {
      JobForm form = forms.get(i % forms.size());
      Queue<String> mine = written.computeIfAbsent(form, any -> new ConcurrentLinkedQueue<>());
      Publisher<?> publisher = form.publisher(rowqueues.get(i / 10));
      String name = "p" + i + "-";
      producers.add(
          threads.submit(
              () -> {
                for (int n = 0; System.nanoTime() - end < 0; n++) {
                  QueueFixture.await("claimers keep up", () -> backlog.get() < 300);
                  backlog.incrementAndGet();
                  publisher.publishMessage(name + n, PublishOptions.to(group));
                  mine.add(name + n);
                }
                return null;
              }));
    }
    threads.shutdown();
    for (Future<?> producer : producers) {
      producer.get(); // what a publish throws fails the test
    }
    for (JobForm form : forms) {
      queue().awaitGone(form, group);
    }
    queue().stopAll();
    for (JobForm form : forms) {
      // As sets: tens of thousands, which a list comparison takes a minute for.
      assertThat(Set.copyOf(written.get(form)))
          .as("%s: no two rows were written alike", form)
          .hasSameSizeAs(written.get(form));
      assertThat(runs.get(form).keySet())
          .as("%s: rows handled are the rows written", form)
          .isEqualTo(Set.copyOf(written.get(form)));
      assertThat(runs.get(form).values()).as("%s: once each", form).allMatch(n -> n.get() == 1);
    }
    assertThat(events.failures()).isEmpty();
  }
}
