package io.github.rowqueue.examples.orders;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.publish.Publisher;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Takes orders; each order and the job that invoices it are written in one transaction. */
final class OrderService {

  private final DataSource database;
  private final Rowqueue rowqueue;
  private final Publisher<InvoiceJob> invoices;

  OrderService(DataSource database, Rowqueue rowqueue) {
    this.database = database;
    this.rowqueue = rowqueue;
    this.invoices = rowqueue.publisher(InvoiceJob.class);
  }

  // snippet:place
  /** The order and its job commit together, or neither does. */
  void place(long orderNumber, long cents) throws SQLException {
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      try {
        invoices.publish(connection, InvoiceJob.forOrder(orderNumber));
        insertOrder(connection, orderNumber, cents);
        connection.commit();
      } catch (SQLException refused) {
        connection.rollback(); // the order is refused, and with it goes the job
        throw refused;
      }
    }
    rowqueue.wake("invoicing"); // or leave the row to the next poll
  }

  // end

  // snippet:once
  /** Asks for an invoice, unless one is asked for that is still to be written. */
  boolean invoice(long orderNumber) {
    return invoices.publishIfAbsent(InvoiceJob.forOrder(orderNumber), "orderNumber");
  }

  // end

  private static void insertOrder(Connection connection, long orderNumber, long cents)
      throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO orders (number, cents) VALUES (?, ?)")) {
      insert.setLong(1, orderNumber);
      insert.setLong(2, cents);
      insert.executeUpdate();
    }
  }
}
