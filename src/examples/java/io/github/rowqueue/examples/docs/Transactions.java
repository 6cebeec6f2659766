package io.github.rowqueue.examples.docs;

import io.github.rowqueue.publish.Publisher;
import io.github.rowqueue.subscribe.DeadLetter;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Subscription;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.function.Supplier;
import javax.sql.DataSource;

/** An order's way: placed, invoiced, told to the world. */
final class Transactions {

  private Transactions() {}

  /** A message broker. */
  interface Broker {
    void send(String key, String event) throws IOException;
  }

  // snippet:place
  static void place(DataSource database, Publisher<OrderStep> steps, long orderNumber)
      throws SQLException {
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      try {
        execute(connection, "INSERT INTO orders (number) VALUES (?)", orderNumber);
        steps.publish(connection, OrderStep.of("announce", orderNumber));
        steps.publish(connection, OrderStep.of("invoice", orderNumber));
        connection.commit(); // the order and what is to be done for it, or neither
      } catch (SQLException refused) {
        connection.rollback();
        throw refused;
      }
    }
  }

  // end

  // snippet:relay
  static Subscription relay(Broker broker) {
    return Subscription.of("announce", OrderStep.class)
        .workers(8)
        .handle(
            (step, delivery) -> {
              // May be sent twice after a crash: the key lets its receivers tell.
              broker.send("order-placed-" + step.orderNumber(), "order placed");
              return Outcome.ack();
            });
  }

  // end

  // snippet:chain
  static Subscription invoicing(Supplier<Publisher<OrderStep>> steps) {
    return Subscription.of("invoice", OrderStep.class)
        .handleInTransaction(
            (step, delivery, connection) -> {
              execute(
                  connection, "INSERT INTO invoices (order_number) VALUES (?)", step.orderNumber());
              steps.get().publish(connection, OrderStep.of("book", step.orderNumber()));
              return Outcome.ack(); // the invoice, the next step and the end of this one
            });
  }

  // end

  // snippet:effect
  static Subscription booking() {
    return Subscription.of("book", OrderStep.class)
        .deadLetter(DeadLetter.toGroup("unbooked"))
        .handleBatchInTransaction(
            100, // up to 100 orders in one commit, each behind a savepoint of its own
            (step, delivery, connection) -> {
              int booked =
                  execute(
                      connection,
                      "UPDATE revenue SET invoices = invoices + 1 WHERE ? > 0",
                      step.orderNumber());
              return booked == 1 ? Outcome.ack() : Outcome.deadLetter("no revenue account");
            });
  }

  // end

  private static int execute(Connection connection, String sql, long orderNumber)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setLong(1, orderNumber);
      return statement.executeUpdate();
    }
  }
}
