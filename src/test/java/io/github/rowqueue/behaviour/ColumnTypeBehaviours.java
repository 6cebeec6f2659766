package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.publish.PublishOptions;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableSpec;
import io.github.rowqueue.table.TableSpecBuilder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The types ids and payloads may have (SPEC 1.3, B149). */
interface ColumnTypeBehaviours extends Behaviours {

  AtomicInteger TABLES = new AtomicInteger();

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("SPEC 1.3: ids may be UUIDs in any of their columns, texts, and numbers beyond 2^53")
  default void ids_may_be_uuids_texts_and_numbers_beyond_two_to_the_53(JobForm form)
      throws Exception {
    List<UUID> uuids =
        List.of(
            UUID.fromString("00000000-0000-0000-0000-000000000001"),
            UUID.fromString("ffffffff-ffff-4fff-bfff-ffffffffffff"),
            UUID.fromString("8e0f7a52-1d2b-4c3d-9e4f-a5b6c7d8e9f0"));
    for (String type : uuidTypes()) {
      allSettleById(form, UUID.class, type, uuids);
    }
    allSettleById(form, String.class, keyType(), List.of("a", "A", "é", "x y'\"\\", "1"));
    allSettleById(
        form,
        Long.class,
        "bigint",
        List.of((1L << 53) + 1, (1L << 53) + 2, Long.MAX_VALUE - 1, Long.MAX_VALUE, -1L));
  }

  private List<String> uuidTypes() {
    return switch (queue().database().kind()) {
      case POSTGRESQL, H2 -> List.of("uuid", "char(36)");
      case MYSQL, MARIADB ->
          List.of("binary(16)", "char(36) character set ascii collate ascii_bin");
      case SQLITE -> List.of("text", "blob");
    };
  }

  private String keyType() {
    return switch (queue().database().kind()) {
      case POSTGRESQL, SQLITE -> "text";
      case MYSQL, MARIADB -> "varchar(255) character set utf8mb4 collate utf8mb4_bin";
      case H2 -> "varchar";
    };
  }

  /** Each row fails once and is then acked, several side by side, so that batches are written. */
  private <I> void allSettleById(JobForm form, Class<I> type, String column, List<I> ids)
      throws Exception {
    TableSpec spec = table(form, type, column, String.class, textType());
    Table<I> table =
        Table.of(
            spec,
            row -> row.get("id", type),
            (id, of) -> of.plays(Role.ID) ? id : of.plays(Role.PAYLOAD) ? "p" : null);
    Notes<I> handled =
        Notes.then(
            (id, delivery) ->
                delivery.attempt().orElseThrow() == 1 ? Outcome.retry() : Outcome.ack());
    Table<I> withoutPayload = Table.of(spec.without(Role.PAYLOAD), row -> row.get("id", type));
    Rowqueue rowqueue =
        queue().start(Subscription.of("any", withoutPayload).workers(4).handle(handled));
    rowqueue.publisher(table).publishAll(ids);
    String name = spec.table().name();
    QueueFixture.await(
        () -> "all rows by " + column + ", now " + handled,
        () -> QueueFixture.unchecked(() -> queue().count(name, "1 = 1")) == 0);
    rowqueue.close();
    assertThat(handled.count()).as(column).isEqualTo(2 * ids.size());
    assertThat(new HashSet<>(handled.messages())).as(column).isEqualTo(new HashSet<>(ids));
  }

  private String textType() {
    return switch (queue().database().kind()) {
      case MYSQL, MARIADB -> "longtext character set utf8mb4";
      default -> "text";
    };
  }

  /** A fresh table of the form, with an id and a payload of the types given. */
  private TableSpec table(
      JobForm form, Class<?> idType, String idColumn, Class<?> payloadType, String payloadColumn)
      throws Exception {
    String name = "typed_" + TABLES.incrementAndGet();
    boolean lease = form == JobForm.LEASE;
    String time =
        switch (queue().database().kind()) {
          case POSTGRESQL -> "timestamptz";
          case MYSQL, MARIADB -> "datetime(6)";
          case H2 -> "timestamp(6)";
          case SQLITE -> "text";
        };
    queue()
        .execute(
            "create table %s (%s %s not null primary key, %s int not null default 1, %s %s not null%s)"
                .formatted(
                    queue().q(name),
                    queue().q("id"),
                    idColumn,
                    queue().q("attempt"),
                    queue().q("payload"),
                    payloadColumn,
                    lease ? ", " + queue().q("locked_until") + " " + time + " null" : ""));
    TableSpecBuilder builder =
        TableSpec.builder(name)
            .add(new ColumnSpec("id", Role.ID, idType, false, false, false))
            .add(new ColumnSpec("attempt", Role.ATTEMPT, Integer.class, true, false, false))
            .add(new ColumnSpec("payload", Role.PAYLOAD, payloadType, false, false, false));
    if (lease) {
      builder.add(
          new ColumnSpec("locked_until", Role.LOCKED_UNTIL, Instant.class, true, true, false));
    }
    return builder.build();
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("B149: a binary payload comes byte for byte, an empty one as no bytes")
  default void a_binary_payload_comes_byte_for_byte(JobForm form) throws Exception {
    String type =
        switch (queue().database().kind()) {
          case POSTGRESQL -> "bytea";
          case MYSQL, MARIADB -> "longblob";
          case H2, SQLITE -> "blob";
        };
    byte[] all = new byte[256];
    for (int i = 0; i < all.length; i++) {
      all[i] = (byte) (255 - i);
    }
    List<byte[]> payloads = List.of(all, new byte[0], new byte[] {0}, new byte[1 << 17]);
    assertThat(roundTrip(form, byte[].class, type, payloads)).containsExactlyElementsOf(payloads);
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("SPEC 1.3: payloads may be text, json and jsonb")
  default void payloads_may_be_text_and_json(JobForm form) throws Exception {
    List<byte[]> texts =
        List.of(utf8("plain"), utf8(""), utf8("ünïcödé 🦀 \\ ' \" \n"), utf8("x".repeat(100_000)));
    assertThat(roundTrip(form, String.class, textType(), texts)).containsExactlyElementsOf(texts);

    List<String> types =
        switch (queue().database().kind()) {
          case POSTGRESQL -> List.of("json", "jsonb");
          case MYSQL, MARIADB, H2 -> List.of("json");
          case SQLITE -> List.of("text");
        };
    String json = "{\"name\": \"ünï 🦀\", \"list\": [1, 2.5, null], \"quote\": \"a\\\"b\"}";
    for (String type : types) {
      List<byte[]> read = roundTrip(form, String.class, type, List.of(utf8(json)));
      assertThat(Codecs.json(Object.class).decode(read.get(0)))
          .as(type)
          .isEqualTo(Codecs.json(Object.class).decode(utf8(json)));
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private List<byte[]> roundTrip(JobForm form, Class<?> type, String column, List<byte[]> payloads)
      throws Exception {
    TableSpec spec = table(form, Long.class, "bigint", type, column);
    AtomicInteger ids = new AtomicInteger();
    Table<byte[]> table =
        Table.of(
            spec,
            row -> new byte[0],
            (payload, of) ->
                of.plays(Role.ID)
                    ? (Object) (long) ids.incrementAndGet()
                    : type == String.class ? new String(payload, StandardCharsets.UTF_8) : payload);
    Notes<byte[]> handled = Notes.acking();
    Rowqueue rowqueue =
        queue().start(Subscription.of("any", table).codec(Codecs.bytes()).handle(handled));
    for (byte[] payload : payloads) {
      rowqueue.publisher(table).publish(payload, PublishOptions.NONE);
    }
    handled.await(payloads.size());
    rowqueue.close();
    return handled.messages();
  }
}
