package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowqueue.error.PublishException;
import io.github.rowqueue.publish.PublishOptions;
import io.github.rowqueue.publish.Publisher;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.servers.OnDatabase;
import io.github.rowqueue.table.Table;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** PostgreSQL cannot look for a conflict with a deferrable constraint. */
@OnDatabase(DatabaseKind.POSTGRESQL)
final class PublishIfAbsentDeferrableTest {

  @Test
  @DisplayName("SPEC 8: publishIfAbsent refuses a deferrable constraint before any SQL")
  void a_deferrable_constraint_is_refused_and_the_transaction_goes_on() throws Exception {
    try (QueueFixture queue = new QueueFixture(DatabaseKind.POSTGRESQL, 4)) {
      List<String> ddl = new ArrayList<>(queue.dialect().ddl(Table.of(OnceJob.class).spec()));
      ddl.add("alter table once_jobs add constraint once_order unique (order_no) deferrable");
      queue.created(OnceJob.class, ddl);
      Publisher<OnceJob> jobs = queue.start().publisher(OnceJob.class);
      OnceJob row = OnceJob.of(QueueFixture.newGroup(), "a", null);
      try (Connection connection = queue.pool().getConnection()) {
        connection.setAutoCommit(false);
        assertThatThrownBy(
                () -> jobs.publishIfAbsent(connection, row, PublishOptions.NONE, "orderNo"))
            .isInstanceOf(PublishException.class)
            .hasMessageContaining("no unique index lies over exactly order_no");
        jobs.publish(connection, row); // the transaction goes on
        connection.commit();
      }
    }
  }
}
