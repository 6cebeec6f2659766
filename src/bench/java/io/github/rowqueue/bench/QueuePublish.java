package io.github.rowqueue.bench;

import com.zaxxer.hikari.HikariDataSource;
import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.publish.PublishOptions;
import io.github.rowqueue.publish.Publisher;
import io.github.rowqueue.table.Row;
import io.github.rowqueue.table.Table;
import java.sql.Connection;
import java.util.List;
import java.util.Map;

/**
 * A publisher of Rowqueue's.
 *
 * @param options of the driver
 */
record QueuePublish(String name, PublishWays.How how, Map<String, String> options)
    implements PublishWays.Way {

  private static final Table<Row> TABLE = Table.of(PublishWays.TABLE, row -> row);

  @Override
  public String raw() {
    return name.replace("rowqueue-", "raw-");
  }

  @Override
  public PublishWays.Running start(BenchDatabase database) {
    HikariDataSource pool = database.morePool(2, options);
    Rowqueue rowqueue = Rowqueue.on(pool).start();
    Publisher<Row> publisher = rowqueue.publisher(TABLE);
    return new PublishWays.Running() {
      @Override
      public void publish(List<Note> notes) throws Exception {
        write(pool, publisher, notes);
      }

      @Override
      public void close() {
        rowqueue.close();
        pool.close();
      }
    };
  }

  private void write(HikariDataSource pool, Publisher<Row> publisher, List<Note> notes)
      throws Exception {
    switch (how) {
      case SINGLE -> notes.forEach(publisher::publishMessage);
      case IN_TX -> {
        try (Connection connection = pool.getConnection()) {
          PublishWays.inTransaction(
              connection,
              own -> {
                for (Note note : notes) {
                  publisher.publishMessage(own, note, PublishOptions.NONE);
                }
              });
        }
      }
      case BATCH -> publisher.publishMessages(notes);
      case UNNEST -> throw new IllegalStateException("written by hand only");
    }
  }
}
