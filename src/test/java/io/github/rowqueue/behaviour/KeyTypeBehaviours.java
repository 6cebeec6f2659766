package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.subscribe.SubscriptionBuilder;
import io.github.rowqueue.table.HeadFailure;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableSpec;
import io.github.rowqueue.table.TableSpecBuilder;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Keys in order of every type that is written in one way, in a table without groups. */
interface KeyTypeBehaviours extends Behaviours {

  /** A row whose key is of any type. */
  record TypedKey(Object key, int number) {}

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("SPEC 1.3, 4: keys in order may be of every type that is written in one way")
  default void a_key_in_order_may_be_of_many_types(JobForm form) throws Exception {
    orderOf(form, Long.class, 1L << 60, -1L);
    orderOf(form, Integer.class, 7, 8);
    orderOf(form, Short.class, (short) 1, (short) 2);
    orderOf(form, String.class, "a", "A", "Ünï'\\ \uD83D\uDE00");
    orderOf(form, Character.class, 'x', 'X');
    orderOf(form, UUID.class, new UUID(-1, 1), new UUID(1, -1));
    orderOf(form, Boolean.class, true, false);
    orderOf(form, JobForm.class, JobForm.LEASE, JobForm.ROW_LOCK);
  }

  /** In the lease form the head of the first key fails for good, and is released. */
  private <K> void orderOf(JobForm form, Class<K> type, Object... keys) throws Exception {
    Table<TypedKey> table = table(form, type);
    String name = table.spec().table().name();
    List<TypedKey> rows =
        IntStream.range(0, 12).mapToObj(i -> new TypedKey(keys[i % keys.length], i)).toList();
    Queue<TypedKey> handled = new ConcurrentLinkedQueue<>();
    AtomicBoolean broken = new AtomicBoolean(form == JobForm.LEASE);
    AtomicBoolean failed = new AtomicBoolean();
    SubscriptionBuilder<TypedKey> subscription = Subscription.of("typed", table).workers(3);
    Rowqueue rowqueue =
        queue()
            .start(
                subscription.handle(
                    (row, delivery) -> {
                      if (row.number() == 0 && broken.get()) {
                        failed.set(true);
                        return Outcome.deadLetter("parked");
                      }
                      handled.add(row);
                      return Outcome.ack();
                    }));
    rowqueue.publisher(table).publishAll(rows);
    if (form == JobForm.LEASE) {
      long ofFirst = rows.stream().filter(row -> row.key().equals(keys[0])).count();
      awaitLeft(name, type, ofFirst);
      QueueFixture.await("the head has failed", failed::get);
      broken.set(false);
      QueueFixture.await("the head is parked", () -> rowqueue.release("typed", keys[0]));
    }
    awaitLeft(name, type, 0);
    rowqueue.close();
    assertThat(handled).as("%s", type).containsExactlyInAnyOrderElementsOf(rows);
    for (Object key : keys) {
      assertThat(handled.stream().filter(row -> key.equals(row.key())).map(TypedKey::number))
          .as("%s", key)
          .isSorted();
    }
  }

  private void awaitLeft(String table, Class<?> type, long rows) throws InterruptedException {
    QueueFixture.await(
        () -> "%d rows left by %s".formatted(rows, type),
        () -> QueueFixture.unchecked(() -> queue().count(table, "1 = 1")) == rows);
  }

  private <K> Table<TypedKey> table(JobForm form, Class<K> type) throws SQLException {
    String name = "order_%s_%s".formatted(type.getSimpleName(), form).toLowerCase(Locale.ROOT);
    TableSpecBuilder builder =
        TableSpec.builder(name)
            .id("id")
            .generated()
            .partitionKey("k", type)
            .fifo()
            .attempt("attempt")
            .generated()
            .column("n", Integer.class);
    TableSpec spec =
        (form == JobForm.LEASE
                ? builder.lockedUntil("locked_until").onHeadFailure(HeadFailure.PARK)
                : builder)
            .build();
    queue().createTable(spec);
    return Table.of(
        spec,
        row -> new TypedKey(row.get("k", type), row.get("n", Integer.class)),
        (row, column) ->
            column.plays(Role.PARTITION_KEY)
                ? row.key()
                : column.name().equals("n") ? row.number() : null);
  }
}
