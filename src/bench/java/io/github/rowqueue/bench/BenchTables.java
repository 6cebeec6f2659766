package io.github.rowqueue.bench;

import io.github.rowqueue.table.TableSpec;
import io.github.rowqueue.table.TableSpecBuilder;

/** The table of the benchmarks, as contenders describe it. */
final class BenchTables {

  private BenchTables() {}

  /** The account is data like any other. */
  static TableSpec unordered(String name) {
    return described(TableSpec.builder(name).id("id").generated().column("account", String.class));
  }

  /** The rows of an account in order, over all processes. */
  static TableSpec keys(String name) {
    return described(
        TableSpec.builder(name).id("id").generated().partitionKey("account", String.class).fifo());
  }

  /** Each account a group of its own, without an order. */
  static TableSpec grouped(String name) {
    return described(TableSpec.builder(name).id("id").generated().group("account"));
  }

  /** Each account a group of its own, in order. */
  static TableSpec groups(String name) {
    return described(TableSpec.builder(name).id("id").generated().group("account").fifo());
  }

  /** Claimed under row locks, since nothing holds a lease. */
  static TableSpec locked(String name) {
    return withPayload(
        waiting(TableSpec.builder(name).id("id").generated()).column("account", String.class));
  }

  /** Claimed under advisory locks, each row under one of its own. */
  static TableSpec advisory(String name) {
    return withPayload(
        waiting(TableSpec.builder(name).lockKey("bench-{id}").id("id").generated())
            .column("account", String.class));
  }

  /** No data but the payload. */
  static TableSpec plain(String name) {
    return described(TableSpec.builder(name).id("id").generated());
  }

  private static TableSpec described(TableSpecBuilder table) {
    return withPayload(waiting(table).lockedUntil("locked_until"));
  }

  private static TableSpecBuilder waiting(TableSpecBuilder table) {
    return table.retryAfter("retry_after").generated().attempt("attempt").generated();
  }

  private static TableSpec withPayload(TableSpecBuilder table) {
    return table.payload("payload", String.class).build();
  }
}
