package io.github.rowqueue.table;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Tables that stand, each in the ways in which it can be described. */
final class DescribedTables {

  private DescribedTables() {}

  enum Colour {
    RED,
    BLUE
  }

  record Item(String name, int pieces) {}

  @QueueTable(value = "email_jobs", schema = "app")
  record EveryRole(
      String recipient,
      @Json @Nullable Item item,
      @LastError @Nullable String lastError,
      @Payload String body,
      @Headers Map<String, String> headers,
      @ProcessedAt @Nullable Instant doneAt,
      @LockedUntil @Nullable Instant lockedUntil,
      @Attempt @Generated int attempt,
      @RetryAfter @Generated Instant retryAfter,
      @Priority short priority,
      @PartitionKey(fifo = true) @Nullable UUID account,
      @Group Colour queue,
      @NotAColumn List<String> notes,
      @Id @Generated @Column("JOB id") long id) {}

  static TableSpec everyRoleByHand() {
    return TableSpec.builder("email_jobs")
        .schema("app")
        .id("JOB id")
        .generated()
        .group("queue", Colour.class)
        .partitionKey("account", UUID.class)
        .nullable()
        .fifo()
        .priority("priority", short.class)
        .retryAfter("retry_after")
        .generated()
        .attempt("attempt")
        .generated()
        .lockedUntil("locked_until")
        .processedAt("done_at")
        .headers("headers")
        .payload("body", String.class)
        .lastError("last_error")
        .column("recipient", String.class)
        .jsonColumn("item", Item.class)
        .nullable()
        .build();
  }

  @QueueTable(
      value = "transfers",
      lockKey = "accounts-{fromAccount}",
      clock = QueueClock.DATABASE,
      isolation = Isolation.REPEATABLE_READ)
  record Keyed(@Id UUID id, String fromAccount, BigDecimal amount) {}

  static TableSpec keyedByHand() {
    return TableSpec.builder("transfers")
        .lockKey("accounts-{from_account}")
        .clock(QueueClock.DATABASE)
        .isolation(Isolation.REPEATABLE_READ)
        .id("id", UUID.class)
        .column("from_account", String.class)
        .column("amount", BigDecimal.class)
        .build();
  }

  static class Base {
    @Id @Generated long id;

    long id() {
      return id;
    }
  }

  @QueueTable("plain_jobs")
  static class Plain extends Base {
    static int ignored;
    @Payload byte[] payload = {};
    @Maybe.Nullable Integer count;
    @NotAColumn String note = "as built";
    transient int cached = 7;
    boolean urgent;

    Plain() {}

    static Plain of(byte[] payload, int count) {
      Plain plain = new Plain();
      plain.payload = payload;
      plain.count = count;
      return plain;
    }

    String text() {
      return "%s %s %s %s %s"
          .formatted(
              new String(payload, java.nio.charset.StandardCharsets.UTF_8),
              count,
              note,
              cached,
              urgent);
    }
  }

  /** What generated code cannot reach: its fields and its constructor are private. */
  @QueueTable("hidden_jobs")
  static class Hidden {
    @Id private long id;
    private String text = "";

    private Hidden() {}

    static Hidden of(long id, String text) {
      Hidden hidden = new Hidden();
      hidden.id = id;
      hidden.text = text;
      return hidden;
    }

    String shown() {
      return id + text;
    }
  }

  static TableSpec plainByHand() {
    return TableSpec.builder("plain_jobs")
        .id("id")
        .generated()
        .payload("payload")
        .column("count", Integer.class)
        .nullable()
        .column("urgent", boolean.class)
        .build();
  }

  @QueueTable("crm_changes")
  record CrmHeaders(
      @Id @Generated long id,
      @Attempt @Generated int attempt,
      String source,
      @LockedUntil @Nullable Instant lockedUntil,
      @Nullable Integer version,
      @Column("Changed at") Instant changedAt) {}

  /** Two messages of one table: a record, and a class below. */
  record CustomerChange(
      String name, @Headers CrmHeaders headers, @Json Item item, String @Nullable [] tags) {}

  static class OrderChange {
    @Headers CrmHeaders head = new CrmHeaders(0, 0, "", null, null, Instant.EPOCH);
    long number;

    OrderChange() {}

    static OrderChange of(CrmHeaders head, long number) {
      OrderChange change = new OrderChange();
      change.head = head;
      change.number = number;
      return change;
    }
  }

  static TableSpec customerChangeByHand() {
    return TableSpec.builder("crm_changes")
        .id("id")
        .generated()
        .attempt("attempt")
        .generated()
        .lockedUntil("locked_until")
        .headerColumn("source", String.class)
        .headerColumn("version", Integer.class)
        .nullable()
        .headerColumn("Changed at", Instant.class)
        .column("name", String.class)
        .jsonColumn("item", Item.class)
        .column("tags", String[].class)
        .nullable()
        .build();
  }

  @QueueTable("defaults")
  record Defaults(
      @Id long id,
      @NotAColumn int number,
      @NotAColumn boolean flag,
      @NotAColumn char letter,
      @NotAColumn double real,
      @NotAColumn @Nullable String text,
      @Json String... words) {

    Defaults {
      if (id < 0) {
        throw new IllegalArgumentException("id must not be negative");
      }
      if (id == 0) {
        throw new AssertionError("a mistake in the record");
      }
    }
  }

  @QueueTable("json_kinds")
  record JsonKinds(
      @Id long id,
      @Json List<String> tags,
      @Json Map<String, List<Object>> tree,
      @Json Item[] items,
      @Json List<?> anything) {}
}
