package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowqueue.error.TransactionHeldException;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.subscribe.SubscriptionBuilder;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a handler cannot do with its connection, and what becomes of it if it tries (B224 to B230).
 */
interface TransactionGuardBehaviours extends Behaviours {

  /** Something to do with a connection. */
  @FunctionalInterface
  interface Use {
    void with(Connection connection) throws SQLException;
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName(
      "SPEC 7: commit, rollback, close, settings and unwrap are refused with the reason, and the rest works on")
  default void the_end_of_the_transaction_and_settings_are_refused(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    Effects effects = Effects.of(queue(), group);
    Events events = new Events();
    List<Throwable> refusals = new CopyOnWriteArrayList<>();
    List<Boolean> same = new CopyOnWriteArrayList<>();
    queue().insert(form, group, "order 1");
    queue()
        .start(
            queue()
                .rowqueue(
                    form.subscription(group)
                        .handleInTransaction(
                            (message, delivery, connection) -> {
                              effects.write(connection, message);
                              for (Use use : REFUSED) {
                                refusals.add(raised(use, connection));
                              }
                              try (Statement statement = connection.createStatement()) {
                                same.add(connection.equals(statement.getConnection()));
                                same.add(
                                    connection.equals(connection.getMetaData().getConnection()));
                                same.add(!statement.isWrapperFor(Statement.class));
                                same.add(!connection.isClosed());
                              }
                              return Outcome.ack();
                            }))
                .listener(events));
    assertThat(events.awaitSettled(1)).containsExactly(Settled.ACKED);
    assertThat(refusals)
        .hasSize(REFUSED.size())
        .allSatisfy(
            refusal ->
                assertThat(refusal)
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("was called in a handler"));
    assertThat(refusals.get(0))
        .hasMessage(
            "Connection.commit() was called in a handler, whose transaction and connection are Rowqueue's: return"
                + " Outcome.ack() to commit, or another outcome or an exception to roll back");
    assertThat(same).containsExactly(true, true, true, true);
    assertThat(effects.committed()).containsExactly("order 1");
  }

  List<Use> REFUSED =
      List.of(
          Connection::commit,
          Connection::rollback,
          Connection::close,
          connection -> connection.abort(Runnable::run),
          connection -> connection.setAutoCommit(true),
          connection -> connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE),
          connection -> connection.setReadOnly(true),
          connection -> connection.setCatalog("other"),
          connection -> connection.setSchema("other"),
          connection -> connection.setNetworkTimeout(Runnable::run, 1),
          connection -> connection.unwrap(Connection.class),
          connection -> {
            try (Statement statement = connection.createStatement()) {
              statement.unwrap(Statement.class);
            }
          });

  private static Throwable raised(Use use, Connection connection) {
    try {
      use.with(connection);
      return new AssertionError("not refused");
    } catch (SQLException | RuntimeException refused) {
      return refused;
    }
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("SPEC 7: any use after the handler's end is refused")
  default void any_use_after_the_end_is_refused(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    Effects effects = Effects.of(queue(), group);
    Events events = new Events();
    AtomicReference<Connection> kept = new AtomicReference<>();
    AtomicReference<PreparedStatement> statement = new AtomicReference<>();
    queue().insert(form, group, "order 1");
    queue()
        .start(
            queue()
                .rowqueue(
                    form.subscription(group)
                        .handleInTransaction(
                            (message, delivery, connection) -> {
                              kept.set(connection);
                              statement.set(
                                  connection.prepareStatement(effects.insert("grp", "what")));
                              return Outcome.ack();
                            }))
                .listener(events));
    assertThat(events.awaitSettled(1)).containsExactly(Settled.ACKED);
    assertThatThrownBy(() -> effects.write(kept.get(), "late"))
        .isInstanceOf(TransactionHeldException.class)
        .hasMessageStartingWith(
            "subscription \"%s\", table %s, row ".formatted(group, form.table()))
        .hasMessageContaining(
            "Connection.prepareStatement() was called on the connection of its handler and refused, since its handler has ended");
    assertThatThrownBy(() -> statement.get().setString(1, "late"))
        .isInstanceOf(TransactionHeldException.class);
    assertThatThrownBy(() -> kept.get().close()).isInstanceOf(TransactionHeldException.class);
    assertThat(kept.get().isClosed()).isTrue();
    assertThat(effects.committed()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName(
      "B224, B230: a call in progress at the handler's end fails the settlement, nothing takes effect, and the row returns")
  default void a_call_in_progress_at_the_end_fails_the_settlement(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    Effects effects = Effects.of(queue(), group);
    Events events = new Events();
    Stuck stuck = new Stuck();
    SubscriptionBuilder<String> builder = form.subscription(group);
    if (form == JobForm.LEASE) {
      builder.lease(Duration.ofSeconds(2));
    }
    AtomicReference<FutureTask<Throwable>> call = new AtomicReference<>();
    queue().insert(form, group, "order 1");
    queue()
        .start(
            queue()
                .rowqueue(
                    builder.handleInTransaction(
                        (message, delivery, connection) -> {
                          if (call.get() != null) {
                            effects.write(connection, "second");
                            return Outcome.ack();
                          }
                          effects.write(connection, "first");
                          call.set(
                              new FutureTask<>(
                                  () ->
                                      raised(
                                          with -> writeBody(with, effects, group, stuck),
                                          connection)));
                          new Thread(call.get(), "left behind").start();
                          stuck.awaitRead();
                          return Outcome.ack();
                        }))
                .listener(events));
    events.awaitSettled(1);
    stuck.goOn();
    assertThat(call.get().get(QueueFixture.LIMIT.toSeconds(), TimeUnit.SECONDS))
        .as("the call that was left behind has ended")
        .isNotNull();
    events.awaitSettled(2);
    assertThat(events.settled()).containsExactly(Settled.FAILED, Settled.ACKED);
    assertThat(events.failures())
        .anySatisfy(
            failure ->
                assertThat(failure)
                    .isInstanceOf(TransactionHeldException.class)
                    .hasMessageContaining(
                        "a call on the connection of its handler was still in progress"));
    assertThat(effects.committed()).containsExactly("second");
  }

  private static void writeBody(Connection connection, Effects effects, String group, Stuck stuck)
      throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(effects.insert("grp", "what", "body"))) {
      insert.setString(1, group);
      insert.setString(2, "left behind");
      insert.setBinaryStream(3, stuck, 3);
      insert.executeUpdate();
      insert.executeUpdate();
    }
  }

  /** A stream whose reader waits inside of the driver until the test lets it go on. */
  final class Stuck extends InputStream {

    private final CountDownLatch read = new CountDownLatch(1);
    private final CountDownLatch open = new CountDownLatch(1);
    private int left = 3;

    void awaitRead() throws InterruptedException {
      assertThat(read.await(QueueFixture.LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    void goOn() {
      open.countDown();
    }

    @Override
    public int read() {
      read.countDown();
      try {
        assertThat(open.await(QueueFixture.LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
      } catch (InterruptedException stopped) {
        throw new IllegalStateException(stopped);
      }
      return left-- > 0 ? 7 : -1;
    }
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("SPEC 13, 22: a handler's own savepoints undo what came after them; H2 refuses them")
  default void savepoints_of_the_handler_are_its_own(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    Effects effects = Effects.of(queue(), group);
    Events events = new Events();
    List<Throwable> refusals = new CopyOnWriteArrayList<>();
    boolean allowed = queue().database().kind() != DatabaseKind.H2;
    queue().insert(form, group, "order 1");
    queue()
        .start(
            queue()
                .rowqueue(
                    form.subscription(group)
                        .handleInTransaction(
                            (message, delivery, connection) -> {
                              effects.write(connection, "kept");
                              if (allowed) {
                                undoSome(connection, effects, refusals);
                              } else {
                                refusals.add(raised(Connection::setSavepoint, connection));
                              }
                              return Outcome.ack();
                            }))
                .listener(events));
    assertThat(events.awaitSettled(1)).containsExactly(Settled.ACKED);
    assertThat(refusals)
        .singleElement()
        .satisfies(
            refusal ->
                assertThat(refusal)
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("was called in a handler"));
    assertThat(effects.committed())
        .isEqualTo(allowed ? List.of("kept", "released") : List.of("kept"));
  }

  private static void undoSome(Connection connection, Effects effects, List<Throwable> refusals)
      throws SQLException {
    Savepoint named = connection.setSavepoint("rowqueue_handler"); // its name is its own affair
    effects.write(connection, "undone");
    connection.rollback(named);
    assertThat(named.getSavepointName()).isEqualTo("rowqueue_handler");
    Savepoint unnamed = connection.setSavepoint();
    effects.write(connection, "released");
    connection.releaseSavepoint(unnamed);
    assertThat(unnamed.getSavepointId()).isEqualTo(2);
    refusals.add(
        raised(
            with ->
                with.rollback(
                    new Savepoint() {
                      @Override
                      public int getSavepointId() {
                        return 1;
                      }

                      @Override
                      public String getSavepointName() {
                        return "foreign";
                      }
                    }),
            connection));
  }

  /** The lease form, where another process can take a row while its handler has a transaction. */
  default Stream<JobForm> leasesBesideOtherWriters() {
    return queue().dialect().singleWriter() ? Stream.of() : forms().filter(JobForm.LEASE::equals);
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("leasesBesideOtherWriters")
  @DisplayName("B226: an ack whose lease was lost meanwhile rolls everything back")
  default void an_ack_of_a_lost_lease_rolls_everything_back(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    Effects effects = Effects.of(queue(), group);
    Events events = new Events();
    queue().insert(form, group, "order 1");
    queue()
        .start(
            queue()
                .rowqueue(
                    form.subscription(group)
                        .handleInTransaction(
                            (message, delivery, connection) -> {
                              effects.write(connection, message);
                              queue().takeOver(group);
                              return Outcome.ack();
                            }))
                .listener(events));
    assertThat(events.awaitSettled(1)).containsExactly(Settled.LOST);
    assertThat(effects.committed()).isEmpty();
    assertThat(queue().rows(form, group))
        .singleElement()
        .satisfies(row -> assertThat(row.leased()).as("it belongs to the other").isTrue());
  }
}
