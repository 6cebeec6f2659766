package io.github.rowqueue.behaviour;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** What handlers do to the service's own data: rows of a table beside the queue. */
final class Effects {

  private final QueueFixture queue;
  private final String group;

  private Effects(QueueFixture queue, String group) {
    this.queue = queue;
    this.group = group;
  }

  /** Those of the tests of one group; the table is created when it is first asked for. */
  static Effects of(QueueFixture queue, String group) throws SQLException {
    queue.execute(
        "create table if not exists %s (%s varchar(40) not null, %s varchar(200) not null, %s %s)"
            .formatted(
                queue.q("effects"),
                queue.q("grp"),
                queue.q("what"),
                queue.q("body"),
                switch (queue.database().kind()) {
                  case POSTGRESQL -> "bytea";
                  default -> "blob";
                }));
    return new Effects(queue, group);
  }

  void write(Connection connection, String what) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(insert("grp", "what"))) {
      insert.setString(1, group);
      insert.setString(2, what);
      insert.executeUpdate();
    }
  }

  /** An insert of these columns. */
  String insert(String... columns) {
    List<String> names = new ArrayList<>();
    for (String column : columns) {
      names.add(queue.q(column));
    }
    return "insert into %s (%s) values (%s)"
        .formatted(
            queue.q("effects"),
            String.join(", ", names),
            String.join(", ", java.util.Collections.nCopies(columns.length, "?")));
  }

  /** What others see. */
  List<String> committed() throws SQLException {
    try (Connection connection = queue.database().dataSource().getConnection()) {
      return seenBy(connection);
    }
  }

  List<String> seenBy(Connection connection) throws SQLException {
    List<String> all = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "select %s from %s where %s = '%s'"
                    .formatted(queue.q("what"), queue.q("effects"), queue.q("grp"), group))) {
      while (rows.next()) {
        all.add(rows.getString(1));
      }
    }
    return all;
  }
}
