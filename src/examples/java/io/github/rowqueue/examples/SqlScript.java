package io.github.rowqueue.examples;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;

/** The SQL files of the examples, run as a service's own migrations would run them. */
public final class SqlScript {

  private SqlScript() {}

  /** Runs the statements of the file {@code name} beside {@code owner}, split at semicolons. */
  public static void run(Connection connection, Class<?> owner, String name) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : text(owner, name).replaceAll("(?m)^--.*", "").split(";\\s*(?:\\R|$)")) {
        if (!sql.isBlank()) {
          statement.execute(sql);
        }
      }
    }
  }

  /** The text of the file {@code name} beside {@code owner}. */
  public static String text(Class<?> owner, String name) {
    try (InputStream file = owner.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(file, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
