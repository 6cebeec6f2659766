package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.subscribe.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Keys in order across processes (SPEC 4): one row of a key in work, keys side by side. */
interface KeyOrderBehaviours extends Behaviours {

  static Class<?> table(JobForm form) {
    return form == JobForm.LEASE ? KeyOrderLease.class : KeyOrderLock.class;
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName(
      "SPEC 4: the heads of as many keys as workers are in work at once, no second of a key")
  default void workers_take_the_heads_of_as_many_keys(JobForm form) throws Exception {
    OrderedJobs jobs =
        OrderedJobs.create(
            queue(), table(form), "a:1", "a:2", "b:1", "b:2", "c:1", "c:2", "d:1", "e:1");
    Gate<String> gate = Gate.then(Outcome.ack());
    Events events = new Events();
    queue().start(queue().rowqueue(jobs.subscription().workers(4).handle(gate)).listener(events));
    gate.awaitEntered(4);
    assertThat(gate.messages()).containsExactlyInAnyOrder("a:1", "b:1", "c:1", "d:1");
    if (form == JobForm.LEASE) {
      assertThat(events.all().get(0)).hasToString("claimed 4");
    }
    queue().start(jobs.subscription().workers(3).handle(gate));
    gate.awaitEntered(5);
    assertThat(gate.messages()).containsExactlyInAnyOrder("a:1", "b:1", "c:1", "d:1", "e:1");
    gate.open();
    jobs.awaitGone();
    assertThat(KeyedJobs.byKey(gate.messages()))
        .isEqualTo(
            Map.of(
                "a", List.of("a:1", "a:2"),
                "b", List.of("b:1", "b:2"),
                "c", List.of("c:1", "c:2"),
                "d", List.of("d:1"),
                "e", List.of("e:1")));
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("SPEC 4: three Rowqueues drain many keys: each in order, one row of a key at a time")
  default void each_key_keeps_its_order_over_three_rowqueues(JobForm form) throws Exception {
    List<String> payloads = new ArrayList<>();
    for (int i = 0; i < 240; i++) {
      payloads.add("k%d:%d".formatted(i % 12, i));
    }
    OrderedJobs jobs = OrderedJobs.create(queue(), table(form), payloads.toArray(String[]::new));
    Map<String, String> inWork = new ConcurrentHashMap<>();
    Queue<String> violations = new ConcurrentLinkedQueue<>();
    Queue<String> handled = new ConcurrentLinkedQueue<>();
    for (int i = 0; i < 3; i++) {
      queue()
          .start(
              queue()
                  .rowqueue(
                      jobs.subscription()
                          .workers(4)
                          .handle(
                              (job, delivery) -> {
                                String key = String.valueOf(KeyedJobs.key(job));
                                String other = inWork.putIfAbsent(key, job);
                                if (other != null) {
                                  violations.add(job + " beside " + other);
                                }
                                handled.add(job);
                                inWork.remove(key, job);
                                return Outcome.ack();
                              }))
                  .connections(6)
                  .pollInterval(Duration.ofMillis(20)));
    }
    jobs.awaitGone();
    assertThat(violations).isEmpty();
    assertThat(KeyedJobs.byKey(handled)).isEqualTo(KeyedJobs.byKey(payloads));
  }
}
