package io.github.rowqueue.internal.subscriber;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.ClaimForm;
import io.github.rowqueue.table.TableSpec;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Predicate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The texts of the start check about the size of the pool, literally. */
class PoolCheckTest extends CheckFixture {

  private static final Predicate<Subscription> ROW_LOCKS =
      one -> one.spec().form() == ClaimForm.ROW_LOCK;

  @Test
  void a_pool_of_one() {
    PoolCheck.check(List.of(mails), ROW_LOCKS, OptionalInt.of(1), all);

    warning(
        "the pool has 1 connection, so that a claim and the extension of leases wait for each other: give it at least 2");
  }

  @Test
  void a_pool_smaller_than_the_row_lock_workers() {
    TableSpec rowLock = TableSpec.builder("jobs").id("id").payload("payload").build();
    PoolCheck.check(
        List.of(subscription("mails", rowLock), subscription("more", rowLock)),
        ROW_LOCKS,
        OptionalInt.of(4),
        all);

    warning(
        "the row lock form holds a connection for each delivery: 4 workers in all need 5 connections with the one that"
            + " is kept free, but the pool has 4, so that 1 of the workers stay idle: enlarge the pool, or lower"
            + " workers");
  }

  @Test
  void a_pool_of_which_listen_notify_keeps_a_connection() {
    TableSpec rowLock = TableSpec.builder("jobs").id("id").payload("payload").build();
    PoolCheck.check(List.of(mails), one -> false, OptionalInt.of(2), 1, all);
    PoolCheck.check(List.of(mails), one -> false, OptionalInt.of(3), 1, all);
    PoolCheck.check(List.of(subscription("more", rowLock)), one -> true, OptionalInt.of(3), 1, all);

    assertThat(all.warnings())
        .extracting(Finding::text)
        .containsExactly(
            "the pool has 2 connections, one of which is kept by listenNotify(), so that a claim and the extension of leases wait for each other: give it at least 3",
            "the row lock form holds a connection for each delivery: 2 workers in all need 4 connections with the one that"
                + " is kept free and the one that listenNotify() keeps, but the pool has 3, so that 1 of the workers stay"
                + " idle: enlarge the pool, or lower workers");
  }

  @Test
  void an_advisory_form_that_holds_connections_and_one_that_holds_none() {
    TableSpec keyed = TableSpec.builder("jobs").id("id").payload("payload").lockKey("{id}").build();
    PoolCheck.check(List.of(subscription("mails", keyed)), one -> true, OptionalInt.of(2), all);
    warning(
        "the advisory form holds a connection for each delivery: 2 workers in all need 3 connections with the one that"
            + " is kept free, but the pool has 2, so that 1 of the workers stay idle: enlarge the pool, or lower"
            + " workers");
  }

  @Test
  void an_advisory_form_in_the_process_and_a_pool_of_one() {
    TableSpec keyed = TableSpec.builder("jobs").id("id").payload("payload").lockKey("{id}").build();
    PoolCheck.check(List.of(subscription("mails", keyed)), one -> false, OptionalInt.of(1), all);
    warning(
        "the pool has 1 connection, so that a claim and a settlement wait for each other: give it at least 2");
  }

  @Test
  void sessions_that_hold_keys_count_together() {
    TableSpec keyed =
        TableSpec.builder("jobs").id("id").attempt("n").payload("p").lockKey("{id}").build();
    PoolCheck.check(
        List.of(sharing("mails", keyed), sharing("more", keyed)),
        one -> false,
        OptionalInt.of(4),
        all);

    warning(
        "4 lockSessions in all need 5 connections with the one that is kept free, but the pool has 4: enlarge the pool,"
            + " or lower lockSessions");
  }

  private Subscription sharing(String name, TableSpec spec) {
    return Subscription.of(name, table(spec))
        .codec(Codecs.bytes())
        .lockSessions(2)
        .handle((message, delivery) -> Outcome.ack());
  }

  @Test
  void a_fifo_group_needs_one_connection_whatever_its_workers() {
    TableSpec ordered = TableSpec.builder("jobs").id("id").group("grp").fifo().payload("p").build();
    Subscription mails =
        Subscription.of("mails", table(ordered))
            .codec(Codecs.bytes())
            .workers(9)
            .handle((message, delivery) -> Outcome.ack());
    PoolCheck.check(List.of(mails), ROW_LOCKS, OptionalInt.of(2), all);

    assertThat(all.warnings()).isEmpty();
  }

  @Test
  @DisplayName("B297: a handler in a transaction holds a connection in the lease form too")
  void a_pool_smaller_than_handlers_in_transactions() {
    TableSpec leased = TableSpec.builder("jobs").id("id").lockedUntil("l").payload("p").build();
    Subscription transactional =
        Subscription.of("mails", table(leased))
            .codec(Codecs.bytes())
            .workers(4)
            .handleInTransaction((message, delivery, connection) -> Outcome.ack());
    PoolCheck.check(List.of(transactional), one -> true, OptionalInt.of(5), all);

    warning(
        "a handler in a transaction holds a connection for each delivery: 4 workers in all need 6 connections with the two"
            + " that are kept free, but the pool has 5, so that 1 of the workers stay idle: enlarge the pool, or lower"
            + " workers");
    PoolCheck.check(List.of(transactional), one -> true, OptionalInt.of(1), all);
    assertThat(all.problems())
        .singleElement()
        .asString()
        .contains(
            "the pool has 1 connection, which a handler in a transaction holds while leases are to be extended: give it at"
                + " least 2, and better 3");
  }

  @Test
  void all_groups_of_a_table_need_a_connection_for_each_worker() {
    TableSpec ordered = TableSpec.builder("jobs").id("id").group("grp").fifo().payload("p").build();
    Subscription jobs =
        Subscription.allGroups(table(ordered))
            .codec(Codecs.bytes())
            .workers(3)
            .handle((message, delivery) -> Outcome.ack());
    PoolCheck.check(List.of(jobs), ROW_LOCKS, OptionalInt.of(3), all);

    assertThat(all.warnings())
        .singleElement()
        .extracting(Finding::text)
        .asString()
        .startsWith("the row lock form holds a connection for each delivery: 3 workers in all");
  }

  @Test
  void a_pool_that_suffices_or_is_unknown_says_nothing() {
    PoolCheck.check(List.of(mails), ROW_LOCKS, OptionalInt.of(2), all);
    PoolCheck.check(List.of(mails), ROW_LOCKS, OptionalInt.empty(), all);

    assertThat(all.warnings()).isEmpty();
  }
}
