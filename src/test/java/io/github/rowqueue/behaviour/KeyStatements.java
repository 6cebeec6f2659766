package io.github.rowqueue.behaviour;

import io.github.rowqueue.dialect.Param;
import io.github.rowqueue.dialect.Statement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/** The statements of claims of keys, in a test's own hands. */
interface KeyStatements extends FifoRaceBehaviours {

  default PreparedStatement bound(
      Connection connection, Statement statement, OrderedJobs jobs, List<Long> ids, String... lanes)
      throws SQLException {
    PreparedStatement prepared = connection.prepareStatement(statement.sql());
    for (int i = 0; i < statement.params().size(); i++) {
      Param param = statement.params().get(i);
      prepared.setObject(i + 1, value(statement, param, jobs, ids, lanes));
    }
    return prepared;
  }

  private Object value(
      Statement statement, Param param, OrderedJobs jobs, List<Long> ids, String... lanes) {
    return switch (param.meaning()) {
      case GROUP -> jobs.group();
      case LANE -> lanes[param.index()];
      case AFTER -> lanes[0];
      case LIMIT -> 20L;
      case WINDOW -> 80L;
      case NOW -> time(Instant.now().plusSeconds(1));
      case LEASE_UNTIL -> time(Instant.now().plusSeconds(3600));
      case LONG_AGO -> time(Instant.EPOCH);
      case ATTEMPT_ROOM -> 1000L;
      case ID -> ids.get(param.index());
      default -> throw new IllegalArgumentException(statement.name() + ": " + param);
    };
  }
}
