package io.github.rowqueue.examples.docs;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.publish.Publisher;
import io.github.rowqueue.subscribe.Handler;
import io.github.rowqueue.subscribe.OwnStatements;
import io.github.rowqueue.subscribe.Subscription;
import java.sql.PreparedStatement;
import javax.sql.DataSource;

/** Statements of the service's own. */
final class OwnSql {

  private OwnSql() {}

  // snippet:statements
  static Subscription shipments(Handler<ShipmentJob> carrier) {
    OwnStatements own =
        OwnStatements.builder()
            .claim(
                """
                select id from shipment_jobs
                where (locked_until is null or locked_until <= :now) and paused = 0
                order by id limit :limit""")
            .fetch(
                """
                select j.id, j.order_no, o.address
                from shipment_jobs j join orders o on o.no = j.order_no
                where j.id in (:ids)""")
            .ack( // both, or neither
                "update orders set shipped_in = :attempt"
                    + " where no = (select order_no from shipment_jobs where id = :id)",
                "delete from shipment_jobs where id = :id")
            .build();
    return Subscription.of("shipments", ShipmentJob.class).statements(own).handle(carrier);
  }

  // end

  // snippet:code
  static OwnStatements counted() {
    return OwnStatements.builder()
        .drop(
            (connection, row) -> {
              try (PreparedStatement delete =
                  connection.prepareStatement("delete from shipment_jobs where id = ?")) {
                delete.setObject(1, row.id());
                return delete.executeUpdate();
              }
            })
        .build();
  }

  // end

  // snippet:insert
  static Publisher<NoticeJob> once(Rowqueue rowqueue) {
    return rowqueue.publisher(
        NoticeJob.class,
        "insert into notice_jobs (channel, payload) values (:channel, :payload)"
            + " on conflict do nothing");
  }

  // end

  // snippet:install
  static Rowqueue audited(DataSource pool, Subscription notices) {
    return Rowqueue.on(pool).dialect(AuditDialect::new).subscribe(notices).start();
  }
  // end
}
