package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.behaviour.EveryType.Colour;
import io.github.rowqueue.behaviour.EveryType.Item;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableSpec;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Which columns a value may stand in. */
interface RowColumnBehaviours extends Behaviours {

  @Test
  @DisplayName("SPEC 1.3: values come back from every column they may stand in")
  default void values_come_back_from_every_column_they_may_stand_in() throws Exception {
    UUID uuid = new UUID(Long.MIN_VALUE | 1, 2);
    Instant moment = Instant.parse("2026-03-29T01:30:00.120Z");
    Item item = new Item("ünï 🦀", 1);
    for (String type :
        types(
            "text|char(36)|uuid|bytea",
            "binary(16)|varbinary(16)|char(36)",
            "text|blob",
            "binary(16)|char(36)|uuid")) {
      comesBack(UUID.class, false, type, uuid);
    }
    for (String type :
        types(
            "boolean|int|smallint|text",
            "boolean|int|bit(1)|varchar(5)",
            "boolean|integer|text",
            "boolean|int|varchar")) {
      comesBack(Boolean.class, false, type, true);
      comesBack(Boolean.class, false, type, false);
    }
    for (String type :
        types(
            "bigint|timestamptz|timestamp",
            "bigint|datetime(6)|datetime(3)",
            "bigint|text",
            "bigint|timestamp(6)|timestamp(6) with time zone")) {
      comesBack(Instant.class, false, type, moment);
      comesBack(OffsetDateTime.class, false, type, moment.atOffset(ZoneOffset.UTC));
    }
    for (String type :
        types(
            "varchar(4)|bytea",
            "enum('RED','BLUE')|varchar(4)|varbinary(4)",
            "text|blob",
            "enum('RED','BLUE')|varchar(4)|char(4)")) {
      comesBack(Colour.class, false, type, Colour.BLUE);
    }
    for (String type :
        types(
            "text|json|jsonb|bytea",
            "longtext character set utf8mb4|json|longblob",
            "text|blob|json",
            "varchar|clob|json|blob")) {
      comesBack(Item.class, true, type, item);
      comesBack(String.class, true, type, "a \"quoted\" text");
      comesBack(Integer.class, true, type, 7);
    }
    for (String type : types("date|text", "date|varchar(10)", "date|text", "date|varchar")) {
      comesBack(LocalDate.class, false, type, LocalDate.of(2024, 2, 29));
    }
    for (String type : types("time|text", "time(6)|varchar(20)", "time|text", "time(6)|varchar")) {
      comesBack(LocalTime.class, false, type, LocalTime.of(23, 59, 58, 120_000_000));
    }
    for (String type :
        types(
            "bigint|numeric|int",
            "bigint|bigint unsigned|decimal(20)|mediumint",
            "integer|bigint|decimal",
            "bigint|numeric(20)|int")) {
      comesBack(Long.class, false, type, 8_000_000L);
      comesBack(Byte.class, false, type, (byte) 100);
      comesBack(BigInteger.class, false, type, BigInteger.valueOf(8_000_000));
    }
    for (String type :
        types(
            "double precision|numeric",
            "double|decimal(30, 5)",
            "real|decimal",
            "double precision|numeric(30, 5)")) {
      comesBack(Double.class, false, type, 0.5);
      comesBack(Float.class, false, type, -0.25f);
    }
    for (String type :
        types(
            "varchar(40)|bytea|text",
            "varchar(40) character set utf8mb4|blob|longtext character set utf8mb4",
            "text|blob|varchar",
            "varchar|blob|clob")) {
      comesBack(String.class, false, type, "ünï 🦀 007");
    }
  }

  /** Types of columns, parted by bars. */
  private List<String> types(String postgres, String mySql, String sqlite, String h2) {
    String types =
        switch (queue().database().kind()) {
          case POSTGRESQL -> postgres;
          case MYSQL, MARIADB -> mySql;
          case SQLITE -> sqlite;
          case H2 -> h2;
        };
    return List.of(types.split("\\|"));
  }

  private <T> void comesBack(Class<T> type, boolean json, String column, T value) throws Exception {
    String name = "one_column_" + ColumnTypeBehaviours.TABLES.incrementAndGet();
    TableSpec spec =
        TableSpec.builder(name)
            .id("id")
            .lockedUntil("locked_until")
            .add(new ColumnSpec("value", null, type, false, true, json))
            .build();
    String lease = types("timestamptz", "datetime(6)", "text", "timestamp(6)").get(0);
    queue()
        .execute(
            "create table %s (%s bigint not null primary key, %s %s null, %s %s null)"
                .formatted(
                    queue().q(name),
                    queue().q("id"),
                    queue().q("locked_until"),
                    lease,
                    queue().q("value"),
                    column));
    Table<Optional<T>> table =
        Table.of(
            spec,
            row -> Optional.ofNullable(row.get("value", type)),
            (written, of) ->
                of.plays(Role.ID)
                    ? (Object) (written.isPresent() ? 1L : 2L)
                    : of.name().equals("value") ? written.orElse(null) : null);
    Notes<Optional<T>> handled = Notes.acking();
    Rowqueue rowqueue = queue().start(Subscription.of("any", table).handle(handled));
    rowqueue.publisher(table).publish(Optional.of(value));
    rowqueue.publisher(table).publish(Optional.empty());
    handled.await(2);
    rowqueue.close();
    assertThat(handled.messages())
        .as("%s in %s", type.getSimpleName(), column)
        .containsExactlyInAnyOrder(Optional.of(value), Optional.empty());
  }
}
