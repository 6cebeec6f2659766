package io.github.rowqueue.behaviour;

import io.github.rowqueue.servers.DatabaseKind;
import java.sql.SQLException;

/** Something in a database that refuses every delete of a table's rows. */
final class Refusal {

  private static final String KEEPER = "keeps_rows";

  private final QueueFixture queue;

  private Refusal(QueueFixture queue) {
    this.queue = queue;
  }

  /** Foreign keys, but a trigger on SQLite, whose connections enforce none unless told to. */
  static Refusal ofDeletes(QueueFixture queue, String table) throws SQLException {
    if (queue.database().kind() == DatabaseKind.SQLITE) {
      queue.execute(
          "create trigger %s before delete on %s begin select raise(abort, 'kept'); end"
              .formatted(KEEPER, queue.q(table)));
    } else {
      queue.execute(
          "create table %s (job bigint)".formatted(queue.q(KEEPER)),
          "alter table %s add constraint %s foreign key (job) references %s (%s)"
              .formatted(queue.q(KEEPER), queue.q("fk_keeps"), queue.q(table), queue.q("id")),
          "insert into %s select %s from %s"
              .formatted(queue.q(KEEPER), queue.q("id"), queue.q(table)));
    }
    return new Refusal(queue);
  }

  void lift() throws SQLException {
    boolean sqlite = queue.database().kind() == DatabaseKind.SQLITE;
    queue.execute((sqlite ? "drop trigger " : "drop table ") + queue.q(KEEPER));
  }
}
