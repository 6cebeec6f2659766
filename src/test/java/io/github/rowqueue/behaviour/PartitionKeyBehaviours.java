package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.error.StartException;
import io.github.rowqueue.faults.Fault;
import io.github.rowqueue.faults.FaultyDataSource;
import io.github.rowqueue.subscribe.BatchOutcome;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.subscribe.SubscriptionBuilder;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableSpec;
import io.github.rowqueue.table.TableSpecBuilder;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Workers by key (B122 to B126, B294). Payloads here begin with the row's key and a colon; without
 * a colon the key is null.
 */
interface PartitionKeyBehaviours extends Behaviours {

  private static Class<?> rowClass(JobForm form) {
    return form == JobForm.LEASE ? KeyedLease.class : KeyedLock.class;
  }

  private static String table(JobForm form) {
    return Table.of(rowClass(form)).spec().table().name();
  }

  private static SubscriptionBuilder<String> subscription(JobForm form, String group) {
    return Subscription.of(group, rowClass(form)).codec(Codecs.text());
  }

  private static @Nullable String key(String payload) {
    int colon = payload.indexOf(':');
    return colon < 0 ? null : payload.substring(0, colon);
  }

  /** A group of its own, in a table that is created when it is first needed. */
  private String newGroup(JobForm form) throws SQLException {
    queue().emptied(rowClass(form));
    return QueueFixture.newGroup();
  }

  private void insert(JobForm form, String group, List<String> payloads) throws SQLException {
    String sql =
        "insert into %s (%s, %s, %s) values (?, ?, ?)"
            .formatted(
                queue().q(table(form)),
                queue().q("grp"),
                queue().q("account"),
                queue().q("payload"));
    try (Connection connection = queue().database().dataSource().getConnection();
        PreparedStatement insert = connection.prepareStatement(sql)) {
      connection.setAutoCommit(false);
      for (String payload : payloads) {
        insert.setString(1, group);
        insert.setString(2, key(payload));
        insert.setString(3, payload);
        insert.addBatch();
      }
      insert.executeBatch();
      connection.commit();
    }
  }

  private void insert(JobForm form, String group, String... payloads) throws SQLException {
    insert(form, group, List.of(payloads));
  }

  private List<StoredJob> rows(JobForm form, String group) throws SQLException {
    return queue().rows(table(form), form == JobForm.LEASE, group);
  }

  private void awaitGone(JobForm form, String group) throws InterruptedException {
    QueueFixture.await(
        "no rows of " + group, () -> QueueFixture.unchecked(() -> rows(form, group)).isEmpty());
  }

  private static void awaitClaimed(Events events, int rows) throws InterruptedException {
    QueueFixture.await(
        () -> rows + " claimed rows, now " + events.all(),
        () ->
            events.all().stream()
                    .filter(event -> event.kind().equals("claimed"))
                    .mapToInt(event -> (Integer) event.what())
                    .sum()
                >= rows);
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName(
      "B123, B124: many keys on several workers: each key in claim order and one at a time, nothing lost")
  default void each_key_is_handled_in_claim_order_and_nothing_is_lost(JobForm form)
      throws Exception {
    String group = newGroup(form);
    int half = 300;
    List<String> payloads =
        IntStream.range(0, 2 * half).mapToObj(i -> keyOf(i) + i).collect(Collectors.toList());
    insert(form, group, payloads.subList(0, half));
    Map<String, AtomicInteger> inWork = new ConcurrentHashMap<>();
    Queue<String> overlaps = new ConcurrentLinkedQueue<>();
    Queue<String> handled = new ConcurrentLinkedQueue<>();
    Events events = new Events();
    queue()
        .start(
            queue()
                .rowqueue(
                    subscription(form, group)
                        .workersByKey(5)
                        .handle(
                            (message, delivery) -> {
                              String key = key(message);
                              AtomicInteger together =
                                  inWork.computeIfAbsent(
                                      String.valueOf(key), any -> new AtomicInteger());
                              if (together.incrementAndGet() > 1 && key != null) {
                                overlaps.add(message);
                              }
                              handled.add(message);
                              together.decrementAndGet();
                              return Outcome.ack();
                            }))
                .listener(events));
    insert(form, group, payloads.subList(half, 2 * half));
    awaitGone(form, group);
    queue().stopAll();
    assertThat(overlaps).isEmpty();
    assertThat(handled).containsExactlyInAnyOrderElementsOf(payloads);
    assertThat(byKey(handled)).isEqualTo(byKey(payloads));
    assertThat(events.failures()).isEmpty();
    assertThat(events.settled()).containsOnly(Settled.ACKED);
  }

  /** Every third row is of one hot key, every seventh of none. */
  private static String keyOf(int i) {
    if (i % 7 == 0) {
      return "";
    }
    return i % 3 == 0 ? "hot:" : "k" + i % 20 + ":";
  }

  private static Map<String, List<String>> byKey(Iterable<String> payloads) {
    Map<String, List<String>> byKey = new HashMap<>();
    for (String payload : payloads) {
      String key = key(payload);
      if (key != null) {
        byKey.computeIfAbsent(key, any -> new ArrayList<>()).add(payload);
      }
    }
    return byKey;
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("B123: keys run side by side, and the next row of a key in work waits")
  default void keys_run_side_by_side_and_the_rows_of_one_do_not(JobForm form) throws Exception {
    String group = newGroup(form);
    insert(form, group, "a:1", "a:2", "b:1", "b:2", "c:1", "c:2", "d:1", "d:2", "e:1", "e:2");
    Gate<String> gate = Gate.then(Outcome.ack());
    Events events = new Events();
    queue()
        .start(
            queue()
                .rowqueue(subscription(form, group).workersByKey(10).handle(gate))
                .listener(events));
    gate.awaitEntered(2); // whatever the hash of the keys is, five keys share ten lanes
    awaitClaimed(events, 10);
    assertThat(gate.messages()).allMatch(message -> message.endsWith(":1")).doesNotHaveDuplicates();
    if (form == JobForm.ROW_LOCK) {
      assertThat(queue().connectionsInUse()).as("one per row in work or waiting").isEqualTo(10);
    }
    gate.open();
    awaitGone(form, group);
    assertThat(byKey(gate.messages()).values()).allMatch(rows -> rows.get(0).endsWith(":1"));
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("SPEC 1, 3: rows without a key are unordered: they run side by side")
  default void rows_without_a_key_run_side_by_side(JobForm form) throws Exception {
    String group = newGroup(form);
    insert(form, group, "1", "2", "3", "4", "5");
    Gate<String> gate = Gate.then(Outcome.ack());
    queue().start(subscription(form, group).workersByKey(3).handle(gate));
    gate.awaitEntered(3);
    assertThat(gate.deliveries()).allMatch(delivery -> delivery.partitionKey().isEmpty());
    gate.open();
    awaitGone(form, group);
    assertThat(gate.messages()).containsExactlyInAnyOrder("1", "2", "3", "4", "5");
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("A row that is retried later comes back in claim order: others of its key pass it")
  default void a_row_that_is_retried_later_is_passed_by_others_of_its_key(JobForm form)
      throws Exception {
    String group = newGroup(form);
    insert(form, group, "a:1", "a:2", "a:3");
    Notes<String> handled =
        Notes.then(
            (message, delivery) ->
                message.equals("a:1") && delivery.attempt().orElseThrow() == 1
                    ? Outcome.retryAfter(Duration.ofHours(1))
                    : Outcome.ack());
    queue().start(subscription(form, group).workersByKey(4).handle(handled));
    handled.await(3);
    QueueFixture.await(
        "only the retried row", () -> QueueFixture.unchecked(() -> rows(form, group)).size() == 1);
    queue().set(table(form), group, "retry_after", queue().time(Instant.now().minusSeconds(60)));
    awaitGone(form, group);
    assertThat(handled.messages()).containsExactly("a:1", "a:2", "a:3", "a:1");
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName(
      "SPEC 10: close gives back at once, with their attempts, the rows that wait for a worker")
  default void close_gives_back_rows_that_wait_while_their_key_is_still_in_work(JobForm form)
      throws Exception {
    String group = newGroup(form);
    insert(form, group, "a:1", "a:2", "a:3", "a:4");
    Gate<String> gate = Gate.then(Outcome.ack());
    Events events = new Events();
    Rowqueue closing =
        queue()
            .start(
                queue()
                    .rowqueue(subscription(form, group).workersByKey(4).handle(gate))
                    .listener(events));
    gate.awaitEntered(1);
    awaitClaimed(events, 4);
    CompletableFuture<Void> closed = CompletableFuture.runAsync(closing::close);
    events.awaitSettled(3);
    assertThat(events.settled())
        .containsExactly(Settled.RELEASED, Settled.RELEASED, Settled.RELEASED);
    Notes<String> other = Notes.acking();
    queue().start(subscription(form, group).workersByKey(2).handle(other));
    other.await(3);
    assertThat(closed).as("a handler is still in work").isNotDone();
    gate.open();
    closed.get(30, TimeUnit.SECONDS);
    assertThat(other.messages()).containsExactly("a:2", "a:3", "a:4");
    assertThat(other.attempts()).containsOnly(1L);
    assertThat(gate.messages()).containsExactly("a:1");
    assertThat(events.settled()).hasSize(4).endsWith(Settled.ACKED);
    awaitGone(form, group);
  }

  @Test
  @DisplayName(
      "SPEC 13, 4: waiting rows are extended, given back within a lease, and starve no other key")
  default void rows_that_wait_for_a_lease_are_given_back_and_other_keys_go_on() throws Exception {
    JobForm form = JobForm.LEASE;
    String group = newGroup(form);
    insert(form, group, "slow:1", "slow:2", "slow:3");
    CountDownLatch end = new CountDownLatch(1);
    Notes<String> handled =
        Notes.then(
            (message, delivery) -> {
              boolean ended =
                  !message.equals("slow:1")
                      || end.await(4 * QueueFixture.LIMIT.toSeconds(), TimeUnit.SECONDS);
              return ended ? Outcome.ack() : Outcome.retry();
            });
    Events events = new Events();
    SubscriptionBuilder<String> subscription =
        subscription(form, group).workersByKey(3).lease(Duration.ofSeconds(6));
    queue().start(queue().rowqueue(subscription.handle(handled)).listener(events));
    awaitClaimed(events, 3);
    events.awaitSettled(2); // both waiting rows, given back while the first is in work
    assertThat(events.settled()).containsOnly(Settled.RELEASED);
    assertThat(handled.messages()).containsExactly("slow:1");
    // Without a key no lane is theirs, and of twenty keys some have another lane than the slow one.
    List<String> others = new ArrayList<>(List.of("free 1", "free 2"));
    IntStream.range(0, 20).forEach(i -> others.add("k" + i + ":1"));
    insert(form, group, others);
    QueueFixture.await(
        () -> "other keys go on, now " + handled,
        () -> handled.count() > 3 && handled.messages().containsAll(List.of("free 1", "free 2")));
    Notes<String> other = Notes.acking();
    Rowqueue second = queue().start(subscription(form, group).workersByKey(1).handle(other));
    QueueFixture.await(
        () -> "another Rowqueue has the rows that were given back, now " + other,
        () -> other.messages().containsAll(List.of("slow:2", "slow:3")));
    assertThat(other.attempts()).as("given back with their attempts").containsOnly(1L);
    second.close();
    insert(form, group, "slow:4");
    end.countDown();
    awaitGone(form, group);
    assertThat(handled.messages()).contains("slow:4");
    others.addAll(List.of("slow:1", "slow:2", "slow:3", "slow:4"));
    assertThat(Stream.concat(handled.messages().stream(), other.messages().stream()))
        .containsExactlyInAnyOrderElementsOf(others);
  }

  @Test
  @DisplayName(
      "SPEC 3: a suspect is not claimed ahead: it waits until its key's worker is free, then goes before fresh rows")
  default void a_suspect_of_a_key_in_work_goes_before_its_fresh_rows() throws Exception {
    JobForm form = JobForm.LEASE;
    String group = newGroup(form);
    insert(form, group, "a:1");
    Gate<String> gate = Gate.then(Outcome.ack());
    Events events = new Events();
    queue()
        .start(
            queue()
                .rowqueue(subscription(form, group).workersByKey(2).handle(gate))
                .listener(events));
    gate.awaitEntered(1);
    queue()
        .update(
            "insert into %s (%s, %s, %s, %s, %s) values ('%s', 'a', 'a:suspect', 2, %s)"
                .formatted(
                    queue().q(table(form)),
                    queue().q("grp"),
                    queue().q("account"),
                    queue().q("payload"),
                    queue().q("attempt"),
                    queue().q("locked_until"),
                    group,
                    queue().time(Instant.now().minusSeconds(60))));
    assertThat(events.awaitSettled(1)).as("found and given back").containsOnly(Settled.RELEASED);
    insert(form, group, "a:2");
    int before = events.settled().size();
    events.awaitSettled(before + 2);
    assertThat(gate.messages()).containsExactly("a:1");
    gate.open();
    awaitGone(form, group);
    assertThat(gate.messages()).containsExactly("a:1", "a:suspect", "a:2");
    assertThat(gate.deliveries().get(1).attempt()).as("spent by the crash alone").hasValue(2);
  }

  @Test
  @DisplayName("Lists hold the rows of one worker's keys, in claim order")
  default void a_list_holds_the_rows_of_one_worker() throws Exception {
    JobForm form = JobForm.LEASE;
    String group = newGroup(form);
    List<String> payloads = IntStream.range(0, 120).mapToObj(i -> "k" + i % 6 + ":" + i).toList();
    insert(form, group, payloads);
    Queue<List<String>> lists = new ConcurrentLinkedQueue<>();
    Queue<String> handled = new ConcurrentLinkedQueue<>();
    queue()
        .start(
            subscription(form, group)
                .workersByKey(3)
                .handleBatch(
                    7,
                    (messages, deliveries) -> {
                      lists.add(List.copyOf(messages));
                      handled.addAll(messages);
                      return BatchOutcome.all(Outcome.ack());
                    }));
    awaitGone(form, group);
    assertThat(lists).allMatch(list -> list.size() <= 7).anyMatch(list -> list.size() > 1);
    assertThat(handled).containsExactlyInAnyOrderElementsOf(payloads);
    assertThat(byKey(handled)).isEqualTo(byKey(payloads));
  }

  @Test
  @DisplayName(
      "A row of a list that is given up before the handler starts is not passed by its key")
  default void a_row_given_up_is_not_passed_within_its_list() throws Exception {
    JobForm form = JobForm.LEASE;
    String group = newGroup(form);
    insert(form, group, "a:1", "a:2");
    FaultyDataSource faulty =
        new FaultyDataSource(
            queue().pool(), queue().dialect(), List.of(Table.of(rowClass(form)).spec()), List.of());
    AtomicReference<Duration> offset = new AtomicReference<>(Duration.ZERO);
    faulty.on("lease/claim").runsAfter(any -> offset.set(Duration.ofSeconds(16)));
    Fault unextended = faulty.on("lease/extend").times(2).cutsBefore();
    Queue<List<String>> lists = new ConcurrentLinkedQueue<>();
    Events events = new Events();
    queue()
        .start(
            Rowqueue.on(faulty)
                .pollInterval(QueueFixture.POLL)
                .connections(8)
                .clock(() -> Instant.now().plus(offset.get()))
                .listener(events)
                .subscribe(
                    subscription(form, group)
                        .workersByKey(1)
                        .lease(Duration.ofSeconds(30))
                        .handleBatch(
                            2,
                            (messages, deliveries) -> {
                              lists.add(List.copyOf(messages));
                              return BatchOutcome.all(Outcome.ack());
                            })));
    awaitGone(form, group);
    assertThat(unextended.hits()).isEqualTo(2);
    assertThat(lists).containsExactly(List.of("a:1", "a:2"));
    assertThat(events.awaitSettled(4))
        .containsExactly(Settled.RELEASED, Settled.RELEASED, Settled.ACKED, Settled.ACKED);
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("rowLocks")
  @DisplayName("A list of the row lock form is one transaction, and refused with workers by key")
  default void a_list_in_one_transaction_is_refused(JobForm form) throws Exception {
    String group = newGroup(form);
    assertThatThrownBy(
            () ->
                queue()
                    .start(
                        subscription(form, group)
                            .workersByKey(3)
                            .handleBatch(
                                7, (messages, deliveries) -> BatchOutcome.all(Outcome.ack()))))
        .isInstanceOf(StartException.class)
        .hasMessageContaining(
            "a batch of the row lock form is one transaction on one worker, but its rows would belong to the workers of"
                + " their keys");
  }

  default Stream<JobForm> rowLocks() {
    return forms().filter(JobForm.ROW_LOCK::equals);
  }

  /** A row whose key is of any type. */
  record AnyKey(@Nullable Object key, int number) {}

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("B122, B126: a key may be of every scalar type, and a delivery tells it")
  default void a_key_may_be_of_every_scalar_type(JobForm form) throws Exception {
    keysOf(form, Long.class, Long.MAX_VALUE, -1L);
    keysOf(form, Short.class, (short) 1, (short) 2);
    keysOf(form, String.class, "a", "A", "é");
    keysOf(form, UUID.class, UUID.randomUUID(), UUID.randomUUID());
    keysOf(form, Boolean.class, true, false);
    keysOf(form, Double.class, 1.0, 1.5);
    keysOf(form, BigDecimal.class, new BigDecimal("1"), new BigDecimal("2.5"));
    keysOf(form, Instant.class, Instant.EPOCH, Instant.parse("2026-01-02T03:04:05Z"));
    keysOf(form, LocalDate.class, LocalDate.EPOCH, LocalDate.of(2026, 1, 2));
    keysOf(form, JobForm.class, JobForm.LEASE, JobForm.ROW_LOCK);
  }

  private <K> void keysOf(JobForm form, Class<K> type, Object... keys) throws Exception {
    Table<AnyKey> table = table(form, type);
    String name = table.spec().table().name();
    List<AnyKey> rows =
        IntStream.range(0, 20)
            .mapToObj(i -> new AnyKey(i % 5 == 4 ? null : keys[i % keys.length], i))
            .toList();
    Queue<AnyKey> handled = new ConcurrentLinkedQueue<>();
    Queue<Object> told = new ConcurrentLinkedQueue<>();
    Rowqueue rowqueue =
        queue()
            .start(
                Subscription.of("any", table)
                    .workersByKey(3)
                    .handle(
                        (row, delivery) -> {
                          handled.add(row);
                          delivery.partitionKey().ifPresent(told::add);
                          return Outcome.ack();
                        }));
    rowqueue.publisher(table).publishAll(rows);
    QueueFixture.await(
        () -> "all rows by " + type + ", now " + handled,
        () -> QueueFixture.unchecked(() -> queue().count(name, "1 = 1")) == 0);
    rowqueue.close();
    assertThat(handled).as("%s", type).containsExactlyInAnyOrderElementsOf(rows);
    assertThat(told).as("%s", type).hasSize(16);
    for (Object key : keys) {
      assertThat(handled.stream().filter(row -> key.equals(row.key())).map(AnyKey::number))
          .as("%s", key)
          .isSorted();
    }
  }

  /** Columns give numbers the scale they have. */
  private static @Nullable Object plain(@Nullable Object key) {
    return key instanceof BigDecimal number ? number.stripTrailingZeros() : key;
  }

  private <K> Table<AnyKey> table(JobForm form, Class<K> type) throws SQLException {
    String name =
        "keys_%s_%s".formatted(type.getSimpleName(), form).toLowerCase(java.util.Locale.ROOT);
    TableSpecBuilder builder =
        TableSpec.builder(name)
            .id("id")
            .generated()
            .partitionKey("k", type)
            .nullable()
            .attempt("attempt")
            .generated()
            .column("n", Integer.class);
    TableSpec spec =
        (form == JobForm.LEASE ? builder.lockedUntil("locked_until") : builder).build();
    queue().createTable(spec);
    return Table.of(
        spec,
        row -> new AnyKey(plain(row.get("k", type)), row.get("n", Integer.class)),
        (row, column) ->
            column.plays(Role.PARTITION_KEY)
                ? row.key()
                : column.name().equals("n") ? row.number() : null);
  }
}
