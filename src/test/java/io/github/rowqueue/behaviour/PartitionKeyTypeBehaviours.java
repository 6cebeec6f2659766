package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableSpec;
import io.github.rowqueue.table.TableSpecBuilder;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Keys of every type (B122, B126). */
interface PartitionKeyTypeBehaviours extends Behaviours {

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
    // All at once, before anybody claims: InnoDB shows rows as committed a moment before it lets go
    // of their locks, and a claim of rows that are not FIFO passes over what is locked.
    queue().start().publisher(table).publishAll(rows);
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
