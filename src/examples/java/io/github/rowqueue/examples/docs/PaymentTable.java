package io.github.rowqueue.examples.docs;

import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableSpec;
import java.util.List;

/** The table of {@link PaymentJob}, described by hand. */
final class PaymentTable {

  private PaymentTable() {}

  // snippet:spec
  static TableSpec spec() {
    return TableSpec.builder("payment_jobs")
        .id("id")
        .generated() // speaks of the column before it
        .group("queue")
        .priority("priority")
        .generated()
        .retryAfter("retry_after")
        .generated()
        .attempt("attempt")
        .generated()
        .lockedUntil("locked_until")
        .processedAt("processed_at")
        .headers("headers")
        .payload("payload")
        .lastError("last_error")
        .column("Customer No", long.class)
        .build();
  }

  // end

  /** What a handler needs of a row: fewer fields than the table has columns. */
  record Customer(long id, long number) {}

  // snippet:mapper
  static Table<Customer> customers() {
    TableSpec spec =
        TableSpec.builder("payment_jobs")
            .id("id")
            .group("queue")
            .priority("priority")
            .retryAfter("retry_after")
            .attempt("attempt")
            .lockedUntil("locked_until")
            .processedAt("processed_at")
            .column("Customer No", long.class)
            .build(); // no payload column here, so the handler takes the mapped row
    return Table.of(
        spec, row -> new Customer(row.get("id", long.class), row.get("Customer No", long.class)));
  }

  // end

  // snippet:ddl
  static List<String> ddl(Dialect dialect) { // such as Dialects.postgresql()
    return dialect.ddl(Table.of(PaymentJob.class).spec());
  }
  // end
}
