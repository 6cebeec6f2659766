package io.github.rowqueue.internal.subscriber;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.dialect.Dialects;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.OwnStatements;
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

  private void check(
      List<Subscription> subscriptions, Predicate<Subscription> holds, OptionalInt size) {
    check(subscriptions, holds, size, 0);
  }

  private void check(
      List<Subscription> subscriptions, Predicate<Subscription> holds, OptionalInt size, int kept) {
    PoolCheck.Uses uses = new PoolCheck.Uses(holds, one -> one.spec().form() == ClaimForm.LEASE);
    PoolCheck.check(subscriptions, uses, size, kept, all);
  }

  @Test
  void a_pool_of_one() {
    check(List.of(mails), ROW_LOCKS, OptionalInt.of(1));

    warning(
        "the pool has 1 connection, so that a claim and the extension of leases wait for each other: give it at least 2");
  }

  @Test
  void a_pool_smaller_than_the_row_lock_workers() {
    TableSpec rowLock = TableSpec.builder("jobs").id("id").payload("payload").build();
    check(
        List.of(subscription("mails", rowLock), subscription("more", rowLock)),
        ROW_LOCKS,
        OptionalInt.of(4));

    warning(
        "the row lock form holds a connection for each delivery: 4 workers in all need 5 connections with the one that"
            + " is kept free, but the pool has 4, so that 1 of the workers stay idle: enlarge the pool, or lower"
            + " workers");
  }

  @Test
  void a_pool_of_which_listen_notify_keeps_a_connection() {
    TableSpec rowLock = TableSpec.builder("jobs").id("id").payload("payload").build();
    check(List.of(mails), one -> false, OptionalInt.of(2), 1);
    check(List.of(mails), one -> false, OptionalInt.of(3), 1);
    check(List.of(subscription("more", rowLock)), one -> true, OptionalInt.of(3), 1);

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
    check(List.of(subscription("mails", keyed)), one -> true, OptionalInt.of(2));
    warning(
        "the advisory form holds a connection for each delivery: 2 workers in all need 3 connections with the one that"
            + " is kept free, but the pool has 2, so that 1 of the workers stay idle: enlarge the pool, or lower"
            + " workers");
  }

  @Test
  void an_advisory_form_in_the_process_and_a_pool_of_one() {
    TableSpec keyed = TableSpec.builder("jobs").id("id").payload("payload").lockKey("{id}").build();
    check(List.of(subscription("mails", keyed)), one -> false, OptionalInt.of(1));
    warning(
        "the pool has 1 connection, so that a claim and a settlement wait for each other: give it at least 2");
  }

  @Test
  void sessions_that_hold_keys_count_together() {
    TableSpec keyed =
        TableSpec.builder("jobs").id("id").attempt("n").payload("p").lockKey("{id}").build();
    check(
        List.of(sharing("mails", keyed), sharing("more", keyed)), one -> false, OptionalInt.of(4));

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
    check(List.of(mails), ROW_LOCKS, OptionalInt.of(2));

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
    check(List.of(transactional), one -> true, OptionalInt.of(5));

    warning(
        "a handler in a transaction holds a connection for each delivery: 4 workers in all need 6 connections with the two"
            + " that are kept free, but the pool has 5, so that 1 of the workers stay idle: enlarge the pool, or lower"
            + " workers");
    check(List.of(transactional), one -> true, OptionalInt.of(1));
    assertThat(all.problems())
        .singleElement()
        .asString()
        .contains(
            "the pool has 1 connection, which a handler in a transaction holds while leases are to be extended: give it at"
                + " least 2, and better 3");
  }

  @Test
  @DisplayName(
      "Beside handlers in transactions a connection is reserved where the process has keys")
  void handlers_in_transactions_whose_keys_the_process_holds() {
    TableSpec keyed = TableSpec.builder("jobs").id("id").payload("p").lockKey("{id}").build();
    Subscription transactional =
        Subscription.of("mails", table(keyed))
            .codec(Codecs.bytes())
            .workers(4)
            .handleInTransaction((message, delivery, connection) -> Outcome.ack());
    for (Dialect inProcess : List.of(Dialects.sqlite(), Dialects.h2())) {
      PoolCheck.Uses uses = PoolCheck.Uses.of(inProcess);
      PoolCheck.check(List.of(transactional), uses, OptionalInt.of(6), 0, all);
      assertThat(all.warnings()).isEmpty();
    }
    PoolCheck.check(
        List.of(transactional), PoolCheck.Uses.of(Dialects.sqlite()), OptionalInt.of(5), 0, all);
    PoolCheck.check(List.of(transactional), PoolCheck.Uses.of(mySql), OptionalInt.of(5), 0, all);

    warning(
        "the advisory form holds a connection for each delivery: 4 workers in all need 6 connections with the two"
            + " that are kept free, but the pool has 5, so that 1 of the workers stay idle: enlarge the pool, or lower"
            + " workers");
  }

  @Test
  @DisplayName("Own locks are held by a session for each delivery, also where the process could")
  void own_locks_hold_a_connection_for_each_delivery() {
    TableSpec keyed = TableSpec.builder("jobs").id("id").payload("p").lockKey("{id}").build();
    OwnStatements locks =
        OwnStatements.builder().lock("select lock(:key)").unlock("select unlock(:key)").build();
    Subscription own =
        Subscription.of("mails", table(keyed))
            .codec(Codecs.bytes())
            .workers(2)
            .statements(locks)
            .handle((message, delivery) -> Outcome.ack());
    PoolCheck.check(List.of(own), PoolCheck.Uses.of(Dialects.sqlite()), OptionalInt.of(2), 0, all);

    warning(
        "the advisory form holds a connection for each delivery: 2 workers in all need 3 connections with the one that"
            + " is kept free, but the pool has 2, so that 1 of the workers stay idle: enlarge the pool, or lower"
            + " workers");
  }

  @Test
  @DisplayName("Leases beside row locks reserve a connection of the same pool")
  void row_locks_beside_leases() {
    TableSpec rowLock = TableSpec.builder("jobs").id("id").payload("payload").build();
    check(List.of(mails, subscription("more", rowLock)), ROW_LOCKS, OptionalInt.of(3));

    assertThat(texts(all.warnings()))
        .singleElement()
        .asString()
        .contains(
            "2 workers in all need 4 connections with the two that are kept free, but the pool has 3, so that 1 of the"
                + " workers stay idle");
  }

  @Test
  void all_groups_of_a_table_need_a_connection_for_each_worker() {
    TableSpec ordered = TableSpec.builder("jobs").id("id").group("grp").fifo().payload("p").build();
    Subscription jobs =
        Subscription.allGroups(table(ordered))
            .codec(Codecs.bytes())
            .workers(3)
            .handle((message, delivery) -> Outcome.ack());
    check(List.of(jobs), ROW_LOCKS, OptionalInt.of(3));

    assertThat(all.warnings())
        .singleElement()
        .extracting(Finding::text)
        .asString()
        .startsWith("the row lock form holds a connection for each delivery: 3 workers in all");
  }

  @Test
  void a_pool_that_suffices_or_is_unknown_says_nothing() {
    check(List.of(mails), ROW_LOCKS, OptionalInt.of(2));
    check(List.of(mails), ROW_LOCKS, OptionalInt.empty());

    assertThat(all.warnings()).isEmpty();
  }
}
