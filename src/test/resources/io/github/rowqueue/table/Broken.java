package io.github.rowqueue.table;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One class per rule that it breaks; {@code TableRulesTest} compiles this and holds what is said. */
final class Broken {

  private Broken() {}

  record NotAnnotated(@Id long id) {}

  @QueueTable("colours")
  enum Colour {
    RED
  }

  @QueueTable("jobs")
  interface Job {}

  @QueueTable("jobs")
  abstract static class AbstractJob {
    @Id long id;
  }

  @QueueTable("jobs")
  class InnerJob {
    @Id long id;
  }

  @QueueTable("jobs")
  static class Unbuildable {
    @Id long id;

    Unbuildable(long id) {
      this.id = id;
    }
  }

  @QueueTable("")
  record Nameless(@Id long id) {}

  @QueueTable("app.jobs")
  record DottedName(@Id long id) {}

  @QueueTable(value = "jobs", schema = "db.app")
  record DottedSchema(@Id long id) {}

  @QueueTable("jobs")
  record WithoutId(String text) {}

  @QueueTable("jobs")
  record TwoRoles(@Id @Attempt long id) {}

  @QueueTable("jobs")
  record RoleTwice(@Id long id, @Id long other) {}

  @QueueTable("jobs")
  record SkippedRole(@Id long id, @NotAColumn @Attempt int attempt) {}

  @QueueTable("jobs")
  static class TransientRole {
    @Id long id;
    @Attempt transient int attempt;
  }

  @QueueTable("jobs")
  record SkippedGenerated(@Id long id, @NotAColumn @Generated int other) {}

  @QueueTable("jobs")
  record SkippedRenamed(@Id long id, @NotAColumn @Column("x") int other) {}

  @QueueTable("jobs")
  record SkippedJson(@Id long id, @NotAColumn @Json int other) {}

  @QueueTable("jobs")
  record EmptyColumn(@Id long id, @Column("") String toAddress) {}

  @QueueTable("jobs")
  record ColumnTwice(@Id long id, String toAddress, @Column("to_address") String to) {}

  @QueueTable("jobs")
  static class FinalField {
    @Id long id;
    final String text = "";
  }

  @QueueTable(value = "jobs", lockKey = "{id}")
  record TwoForms(@Id long id, @LockedUntil @Nullable Instant lockedUntil) {}

  @QueueTable(value = "jobs", lockKey = "k")
  record FifoAndKey(@Id long id, @Group(fifo = true) String book) {}

  @QueueTable("jobs")
  record TwoOrders(
      @Id long id, @Group(fifo = true) String book, @PartitionKey(fifo = true) String account) {}

  @QueueTable("jobs")
  record SkipWithoutFifo(
      @Id long id,
      @PartitionKey(onHeadFailure = HeadFailure.SKIP) String account,
      @RetryAfter Instant retryAfter) {}

  @QueueTable("jobs")
  record SkipWithoutDelay(
      @Id long id,
      @PartitionKey(fifo = true, onHeadFailure = HeadFailure.SKIP) String account) {}

  @QueueTable("jobs")
  record ParkWithoutLease(
      @Id long id,
      @PartitionKey(fifo = true, onHeadFailure = HeadFailure.PARK) String account) {}

  @QueueTable("jobs")
  record ParkWithoutKey(
      @Id long id,
      @PartitionKey(fifo = true, onHeadFailure = HeadFailure.PARK) @Nullable String account,
      @LockedUntil @Nullable Instant lockedUntil) {}

  @QueueTable("jobs")
  record DecimalKey(@Id long id, @PartitionKey(fifo = true) BigDecimal account) {}

  @QueueTable(value = "jobs", clock = QueueClock.DATABASE)
  record LeaseOnDatabaseClock(@Id long id, @LockedUntil @Nullable Instant lockedUntil) {}

  @QueueTable(
      value = "jobs",
      isolation = Isolation.REPEATABLE_READ,
      sqliteMode = SqliteMode.IMMEDIATE)
  record TwoOpenings(@Id long id) {}

  @QueueTable("jobs")
  record DoubleId(@Id double id) {}

  @QueueTable("jobs")
  record TextTime(@Id long id, @RetryAfter String retryAfter) {}

  @QueueTable("jobs")
  record ListPayload(@Id long id, @Payload List<String> payload) {}

  @QueueTable("jobs")
  record ListData(@Id long id, List<String> tags) {}

  @QueueTable("jobs")
  record LostArgument(@Id long id, @Json List<Instant> moments) {}

  @QueueTable("jobs")
  record JsonRole(@Id long id, @Payload @Json String payload) {}

  @QueueTable("jobs")
  record NullablePrimitive(@Id long id, @Maybe.Nullable int count) {}

  @QueueTable("jobs")
  record NullableGroup(@Id long id, @Group @Nullable String queue) {}

  @QueueTable("jobs")
  record NullablePayload(@Id long id, @Payload @Nullable String payload) {}

  @QueueTable("jobs")
  record GoodHeaders(@Id long id, String source) {}

  record GoodMessage(@Headers GoodHeaders headers, String text) {}

  record BareHeaders(String source) {}

  @QueueTable("jobs")
  record PayloadHeaders(@Id long id, String source, @Payload String body) {}

  @QueueTable("jobs")
  record ColumnHeaders(@Id long id, String source, @Headers Map<String, String> more) {}

  @QueueTable("jobs")
  record BytesHeaders(@Id long id, byte[] mark) {}

  @QueueTable("jobs")
  record JsonHeaders(@Id long id, @Json String mark) {}

  @QueueTable("jobs")
  record MessageWithTable(@Headers GoodHeaders headers) {}

  record MessageOverBare(@Headers BareHeaders headers) {}

  record HeadersInHeaders(@Headers GoodMessage headers) {}

  @QueueTable("jobs")
  record RecordColumn(@Id long id, @Headers BareHeaders headers) {}

  record NullableHeaders(@Headers @Nullable GoodHeaders headers) {}

  record GeneratedHeaders(@Headers @Generated GoodHeaders headers) {}

  record TwoHeaders(@Headers GoodHeaders headers, @Headers GoodHeaders more) {}

  record MessageWithRole(@Headers GoodHeaders headers, @Attempt int attempt) {}

  record MessageWithPayload(@Headers GoodHeaders headers, @Payload String body) {}

  record HeadersWithPayload(@Headers PayloadHeaders headers) {}

  record HeadersWithColumn(@Headers ColumnHeaders headers) {}

  record BytesHeader(@Headers BytesHeaders headers) {}

  record JsonHeader(@Headers JsonHeaders headers) {}

  record ColumnOfHeaders(@Headers GoodHeaders headers, @Column("source") String text) {}

  static class FinalHeaders {
    @Headers final GoodHeaders headers = new GoodHeaders(1, "");
  }

  @QueueTable(value = "jobs", lockKey = "a-{id")
  record UnclosedBrace(@Id long id) {}

  @QueueTable(value = "jobs", lockKey = "a-id}")
  record StrayBrace(@Id long id) {}

  @QueueTable(value = "jobs", lockKey = "a-{}")
  record EmptyBraces(@Id long id) {}

  @QueueTable(value = "jobs", lockKey = "a-{account}")
  record UnknownName(@Id long id, @NotAColumn int other, String book) {}

  @QueueTable(value = "jobs", lockKey = "a-{account}")
  record KeyWithoutColumn(@Id long id, @NotAColumn String account) {}

  @QueueTable(value = "jobs", lockKey = "a-{account}")
  record BraceInColumn(@Id long id, @Column("a}b") String account) {}

  @QueueTable(value = "app.jobs", clock = QueueClock.DATABASE, lockKey = "{x")
  record EverythingWrong(
      @Payload @Attempt Object both,
      @NotAColumn @Generated int skipped,
      @LockedUntil String lockedUntil,
      @Column("") Thread thread) {}
}
