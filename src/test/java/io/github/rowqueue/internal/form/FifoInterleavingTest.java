package io.github.rowqueue.internal.form;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.dialect.Event;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.servers.TestDatabases;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableSpec;
import io.github.rowqueue.table.TableSpecBuilder;
import java.sql.SQLException;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * All orders of the statements of two claimers and of what befalls three rows of a FIFO group, run
 * against each database step by step on sessions of their own, in the lease form and the row lock
 * form. Each statement of a claim is a step, and so are the commit, the guard's release, an
 * extension, a settlement, a row inserted ahead, the end of all leases and the loss of a
 * transaction; a write that would wait for another's lock is sent as one that skips it. A claimer
 * whom the guard or an empty claim turns away is done, and a third one drains what is left. That
 * makes from a hundred to some thousand orders per scenario, and some dozen on SQLite, where a
 * claim is one statement. After each step the table must hold what {@link GroupLedger} says.
 */
final class FifoInterleavingTest {

  private static final TableSpec FIFO = Table.of(InterleavedJob.class).spec();
  private static final TableSpec KEYS = Table.of(InterleavedKey.class).spec();
  private static final TableSpec LOCKED = Table.of(InterleavedLock.class).spec();

  static Stream<DatabaseKind> databases() {
    return Stream.of(DatabaseKind.values()).filter(kind -> !TestDatabases.leftOut().contains(kind));
  }

  static Stream<Arguments> scenarios() {
    return databases()
        .flatMap(kind -> Stream.of(Scenario.values()).map(any -> Arguments.of(kind, any)));
  }

  /**
   * The databases whose claims look at nothing but the rows: without a guard they run all the same.
   */
  static Stream<DatabaseKind> claimsThatDoNotAskForTheirGuard() {
    return databases().filter(kind -> kind == DatabaseKind.POSTGRESQL || kind == DatabaseKind.H2);
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  @DisplayName("Rule 15: in every order of the statements one row is in work, the first one")
  void in_every_order_the_group_is_kept(DatabaseKind kind, Scenario scenario) throws Exception {
    try (GroupBench bench = new GroupBench(kind, FIFO)) {
      Orders orders = new Orders();
      int runs = 0;
      do {
        GroupLedger ledger = bench.run(orders, scenario, true);
        assertThat(ledger.violations()).as(ledger.history()).isEmpty();
        runs++;
      } while (orders.next());
      assertThat(runs).isGreaterThan(10);
    }
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  @DisplayName("Rule 15: in every order of the statements one row of a key is in work, the first")
  void in_every_order_the_key_is_kept(DatabaseKind kind, Scenario scenario) throws Exception {
    try (GroupBench bench = new GroupBench(kind, KEYS)) {
      Orders orders = new Orders();
      int runs = 0;
      do {
        GroupLedger ledger = bench.run(orders, scenario, true);
        assertThat(ledger.violations()).as(ledger.history()).isEmpty();
        runs++;
      } while (orders.next());
      assertThat(runs).isGreaterThan(10);
    }
  }

  @ParameterizedTest
  @MethodSource("claimsThatDoNotAskForTheirGuard")
  @DisplayName("Rule 15: the same orders without the guard put two rows of a key in work")
  void a_claim_of_a_key_without_its_guard_is_caught(DatabaseKind kind) throws Exception {
    assertThat(firstViolation(kind, KEYS))
        .containsAnyOf("two in work", "B chose a head: true, where none was due");
  }

  @ParameterizedTest
  @MethodSource("databases")
  @DisplayName(
      "The same orders of a claim that skips what is held take a second row, and the ledger tells")
  void a_claim_without_fifo_is_caught(DatabaseKind kind) throws Exception {
    assertThat(firstViolation(kind, plain(FIFO))).contains("B took 2, where null was due");
  }

  @ParameterizedTest
  @MethodSource("claimsThatDoNotAskForTheirGuard")
  @DisplayName(
      "Rule 15: the same orders without the guard put two rows in work, and the ledger tells")
  void a_claim_without_its_guard_is_caught(DatabaseKind kind) throws Exception {
    assertThat(firstViolation(kind, FIFO)).contains("two in work");
  }

  static Stream<DatabaseKind> withRowLocks() {
    return databases().filter(kind -> kind != DatabaseKind.SQLITE);
  }

  static Stream<Arguments> transactions() {
    return withRowLocks()
        .flatMap(kind -> Stream.of(Event.ACK, Event.RETRY).map(any -> Arguments.of(kind, any)));
  }

  @ParameterizedTest
  @MethodSource("transactions")
  @DisplayName("In every order of the statements one row is locked, the first one")
  void in_every_order_one_row_is_locked(DatabaseKind kind, Event first) throws Exception {
    try (GroupBench bench = new GroupBench(kind, LOCKED)) {
      Orders orders = new Orders();
      int runs = 0;
      do {
        GroupLedger ledger = bench.runLocked(orders, first, true);
        assertThat(ledger.violations()).as(ledger.history()).isEmpty();
        runs++;
      } while (orders.next());
      assertThat(runs).isGreaterThan(100);
    }
  }

  @ParameterizedTest
  @MethodSource("withRowLocks")
  @DisplayName("The same orders of a claim that skips what is locked lock two rows")
  void a_transaction_without_fifo_is_caught(DatabaseKind kind) throws Exception {
    assertThat(firstViolationOfLocks(kind, plain(LOCKED))).contains("two in work");
  }

  @ParameterizedTest
  @MethodSource("claimsThatDoNotAskForTheirGuard")
  @DisplayName("The same orders without the guard lock two rows")
  void a_transaction_without_its_guard_is_caught(DatabaseKind kind) throws Exception {
    assertThat(firstViolationOfLocks(kind, LOCKED)).contains("two in work: 0 of B beside [1]");
  }

  /** What the orders of transactions without a guard break first; empty if nothing. */
  private static String firstViolationOfLocks(DatabaseKind kind, TableSpec spec)
      throws SQLException {
    try (GroupBench bench = new GroupBench(kind, spec)) {
      return firstViolation(orders -> bench.runLocked(orders, Event.ACK, false));
    }
  }

  private static TableSpec plain(TableSpec fifo) {
    TableSpecBuilder builder = TableSpec.builder(fifo.table().name());
    for (ColumnSpec column : fifo.columns()) {
      builder.add(column);
    }
    return builder.build();
  }

  /** What the orders of claims without a guard break first; empty if nothing. */
  private static String firstViolation(DatabaseKind kind, TableSpec spec) throws SQLException {
    try (GroupBench bench = new GroupBench(kind, spec, false)) {
      return firstViolation(orders -> bench.run(orders, Scenario.INSERT_AHEAD, false));
    }
  }

  private static String firstViolation(Run run) throws SQLException {
    Orders orders = new Orders();
    do {
      GroupLedger ledger = run.in(orders);
      if (!ledger.violations().isEmpty()) {
        return "%s: %s".formatted(ledger.history(), ledger.violations());
      }
    } while (orders.next());
    return "";
  }

  /** Runs the next order. */
  private interface Run {
    GroupLedger in(Orders orders) throws SQLException;
  }

  /** Who does what. */
  enum Scenario {
    /** Two claims of fresh rows, while a row enters ahead of both others. */
    INSERT_AHEAD(true, false, false),
    /**
     * A claim of a fresh row, which is extended and acked, and one of a suspect, while time passes.
     */
    EXPIRE(false, true, false),
    /** As {@link #EXPIRE} for a row that is leased already, while a row enters ahead. */
    EXPIRE_AND_INSERT(true, true, true);

    final boolean inserts;
    final boolean expires;
    final boolean leased;

    Scenario(boolean inserts, boolean expires, boolean leased) {
      this.inserts = inserts;
      this.expires = expires;
      this.leased = leased;
    }
  }
}
