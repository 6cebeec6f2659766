package io.github.rowqueue.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/**
 * Inserts as one would write them by hand; the time a row is due is the column's default.
 *
 * @param options of the driver
 */
record RawPublish(String name, PublishWays.How how, Map<String, String> options)
    implements PublishWays.Way {

  private static final int BATCH = 1000;
  private static final ObjectMapper JSON = new ObjectMapper();

  @Override
  public String raw() {
    return name;
  }

  @Override
  public PublishWays.Running start(BenchDatabase database) {
    String into =
        "insert into %s (%s)"
            .formatted(
                database.dialect().quote(PublishWays.TABLE.table().name()),
                database.dialect().quote("payload"));
    HikariDataSource pool = database.morePool(2, options);
    return new PublishWays.Running() {
      @Override
      public void publish(List<Note> notes) throws Exception {
        write(pool, into, notes);
      }

      @Override
      public void close() {
        pool.close();
      }
    };
  }

  private void write(HikariDataSource pool, String into, List<Note> notes) throws Exception {
    String values = into + " values (?)";
    switch (how) {
      case SINGLE -> {
        for (Note note : notes) {
          try (Connection connection = pool.getConnection()) {
            insert(connection, values, note);
          }
        }
      }
      case IN_TX ->
          inTransaction(
              pool,
              connection -> {
                for (Note note : notes) {
                  insert(connection, values, note);
                }
              });
      case BATCH -> inTransaction(pool, connection -> batch(connection, values, notes));
      case UNNEST ->
          inTransaction(
              pool,
              connection -> unnest(connection, into + " select * from unnest(?::text[])", notes));
    }
  }

  private static void inTransaction(HikariDataSource pool, PublishWays.Work work) throws Exception {
    try (Connection connection = pool.getConnection()) {
      PublishWays.inTransaction(connection, work);
    }
  }

  private static void insert(Connection connection, String sql, Note note)
      throws SQLException, JsonProcessingException {
    try (PreparedStatement insert = connection.prepareStatement(sql)) {
      insert.setString(1, JSON.writeValueAsString(note));
      insert.executeUpdate();
    }
  }

  private static void batch(Connection connection, String sql, List<Note> notes)
      throws SQLException, JsonProcessingException {
    try (PreparedStatement insert = connection.prepareStatement(sql)) {
      for (int i = 0; i < notes.size(); i++) {
        insert.setString(1, JSON.writeValueAsString(notes.get(i)));
        insert.addBatch();
        if ((i + 1) % BATCH == 0 || i + 1 == notes.size()) {
          insert.executeBatch();
        }
      }
    }
  }

  private static void unnest(Connection connection, String sql, List<Note> notes)
      throws SQLException, JsonProcessingException {
    try (PreparedStatement insert = connection.prepareStatement(sql)) {
      for (int from = 0; from < notes.size(); from += BATCH) {
        List<Note> some = notes.subList(from, Math.min(notes.size(), from + BATCH));
        String[] texts = new String[some.size()];
        for (int i = 0; i < texts.length; i++) {
          texts[i] = JSON.writeValueAsString(some.get(i));
        }
        insert.setArray(1, connection.createArrayOf("text", texts));
        insert.executeUpdate();
      }
    }
  }
}
