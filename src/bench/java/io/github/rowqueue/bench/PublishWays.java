package io.github.rowqueue.bench;

import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.table.TableSpec;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The contenders of {@link PublishRate}. */
final class PublishWays {

  static final TableSpec TABLE = BenchTables.plain("bench_publish");

  /** What is hand-written to write many rows at once. */
  static final Set<String> RAW_BULK = Set.of("raw-batch", "raw-batch-rewrite", "raw-unnest");

  private PublishWays() {}

  /** On which connection and how rows are written. */
  enum How {
    /** Each row on a connection of the pool, in autocommit mode. */
    SINGLE,
    /** One by one in a transaction of the caller's. */
    IN_TX,
    /** All at once, in a transaction. */
    BATCH,
    /** All at once, as arrays. */
    UNNEST
  }

  /** A way to write messages. */
  interface Way {
    String name();

    /** The hand-written way that does the same on the same connections. */
    String raw();

    /** Opens its pool. */
    Running start(BenchDatabase database) throws Exception;
  }

  /** A way with its pool open. */
  interface Running extends AutoCloseable {
    /** Writes all of them and commits. */
    void publish(List<Note> notes) throws Exception;
  }

  /** What is done with the caller's connection. */
  interface Work {
    void run(Connection connection) throws Exception;
  }

  static List<Way> single() {
    return List.of(
        raw("raw-single", How.SINGLE, Map.of()),
        queue("rowqueue-single", How.SINGLE, Map.of()),
        raw("raw-in-tx", How.IN_TX, Map.of()),
        queue("rowqueue-in-tx", How.IN_TX, Map.of()));
  }

  static List<Way> bulk(DatabaseKind kind) {
    List<Way> ways = new ArrayList<>();
    ways.add(raw("raw-batch", How.BATCH, Map.of()));
    ways.add(queue("rowqueue-batch", How.BATCH, Map.of()));
    Map<String, String> rewriting = rewriting(kind);
    if (!rewriting.isEmpty()) {
      ways.add(raw("raw-batch-rewrite", How.BATCH, rewriting));
      ways.add(queue("rowqueue-batch-rewrite", How.BATCH, rewriting));
    }
    if (kind == DatabaseKind.POSTGRESQL) {
      ways.add(raw("raw-unnest", How.UNNEST, Map.of()));
    }
    return ways;
  }

  /** The options that have the driver make few statements of a batch; MariaDB's sends it whole. */
  private static Map<String, String> rewriting(DatabaseKind kind) {
    return switch (kind) {
      case POSTGRESQL -> Map.of("reWriteBatchedInserts", "true");
      case MYSQL -> Map.of("rewriteBatchedStatements", "true");
      case MARIADB, SQLITE, H2 -> Map.of();
    };
  }

  private static Way raw(String name, How how, Map<String, String> options) {
    return new RawPublish(name, how, options);
  }

  private static Way queue(String name, How how, Map<String, String> options) {
    return new QueuePublish(name, how, options);
  }

  /** As services do it: the connection goes back as it came. */
  static void inTransaction(Connection connection, Work work) throws Exception {
    try {
      connection.setAutoCommit(false);
      work.run(connection);
      connection.commit();
    } catch (SQLException failed) {
      connection.rollback();
      throw failed;
    } finally {
      connection.setAutoCommit(true);
    }
  }
}
