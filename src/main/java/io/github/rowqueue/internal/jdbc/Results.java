package io.github.rowqueue.internal.jdbc;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What statements yield, read to the end: the result is closed before each of these returns. */
final class Results {

  private Results() {}

  static <T> List<T> all(PreparedStatement prepared, Session.Reader<T> reader) throws SQLException {
    try (ResultSet rows = prepared.executeQuery()) {
      List<T> all = new ArrayList<>();
      while (rows.next()) {
        all.add(reader.read(rows));
      }
      return all;
    }
  }

  /** The first row by {@code reader}. */
  static <T> T one(PreparedStatement prepared, Session.Reader<T> reader) throws SQLException {
    try (ResultSet rows = prepared.executeQuery()) {
      if (!rows.next()) {
        throw new SQLException("no row came back");
      }
      return reader.read(rows);
    }
  }

  /** The columns of the first row as texts; none if there is no row. */
  static List<String> columns(PreparedStatement prepared) throws SQLException {
    try (ResultSet row = prepared.executeQuery()) {
      List<String> columns = new ArrayList<>();
      int count = row.next() ? row.getMetaData().getColumnCount() : 0;
      for (int i = 1; i <= count; i++) {
        columns.add(String.valueOf(row.getString(i)));
      }
      return columns;
    }
  }

  /** Rows of a number and a text. */
  static Map<Integer, String> numbered(PreparedStatement prepared) throws SQLException {
    try (ResultSet rows = prepared.executeQuery()) {
      Map<Integer, String> answers = new TreeMap<>();
      while (rows.next()) {
        answers.put(rows.getInt(1), String.valueOf(rows.getString(2)));
      }
      return answers;
    }
  }
}
