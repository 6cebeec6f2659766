package io.github.rowqueue.bench.cost;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.rowqueue.bench.Note;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/**
 * The same by hand, by one thread that claims and deletes many rows at once: what decoding and the
 * stand-in itself cost, and no library can do without.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class HandCost {

  private static final int BATCH = 64;
  private static final int LEASE_SECONDS = 30;
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String CLAIM =
      """
      with claimed as (
        update "messages"
        set "locked_until" = ?
        where "id" = any(array(
          select "id" from "messages" where "locked_until" is null limit ? for update skip locked))
        returning "id", "attempt", "locked_until", "payload")
      select "id", "attempt", "locked_until", "payload"
      from claimed""";

  private static final String DELETE =
      "delete from \"messages\" where \"id\" in (%s) and \"locked_until\" = ? returning \"id\""
          .formatted(String.join(", ", Collections.nCopies(BATCH, "?")));

  /** One thread. */
  @Param("1")
  public int workers;

  private final StandIn database = new StandIn();

  /** Takes and deletes a burst. */
  @Benchmark
  @OperationsPerInvocation(OwnCost.BURST / BATCH * BATCH)
  public void delivery(Blackhole handler) throws SQLException, JsonProcessingException {
    database.publish(OwnCost.BURST / BATCH * BATCH);
    for (int claim = 0; claim < OwnCost.BURST / BATCH; claim++) {
      OffsetDateTime until = OffsetDateTime.now(ZoneOffset.UTC).plusSeconds(LEASE_SECONDS);
      try (Connection connection = database.getConnection()) {
        List<Long> ids = new ArrayList<>();
        for (String payload : claimed(connection, until, ids)) {
          handler.consume(JSON.readValue(payload, Note.class));
        }
        delete(connection, until, ids);
      }
    }
  }

  private static List<String> claimed(Connection connection, OffsetDateTime until, List<Long> ids)
      throws SQLException {
    List<String> payloads = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(CLAIM)) {
      statement.setObject(1, until);
      statement.setLong(2, BATCH);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          ids.add(rows.getLong(1));
          payloads.add(rows.getString(4));
        }
      }
    }
    return payloads;
  }

  private static void delete(Connection connection, OffsetDateTime until, List<Long> ids)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(DELETE)) {
      for (int i = 0; i < ids.size(); i++) {
        statement.setObject(i + 1, ids.get(i));
      }
      statement.setObject(ids.size() + 1, until);
      int deleted = 0;
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          deleted++;
        }
      }
      if (deleted != ids.size()) {
        throw new SQLException("deleted %d rows of %d".formatted(deleted, ids.size()));
      }
    }
  }
}
