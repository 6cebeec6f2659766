package io.github.rowqueue.internal.publish;

import io.github.rowqueue.dialect.NamedSql;
import io.github.rowqueue.dialect.Param;
import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.dialect.Statement;
import io.github.rowqueue.error.PublishException;
import io.github.rowqueue.error.StatementException;
import io.github.rowqueue.internal.jdbc.Database;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.StatementProbe;
import io.github.rowqueue.internal.jdbc.TableBinding;
import io.github.rowqueue.publish.PublishOptions;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * An insert by SQL of the service's own, whose parameters are the columns of the description. Built
 * once; immutable.
 */
public final class OwnInsert {

  private final TableSpec spec;
  private final NamedSql sql;
  private final Statement statement;

  private OwnInsert(TableSpec spec, NamedSql sql, String name) {
    this.spec = spec;
    this.sql = sql;
    this.statement = sql.statement(name, column -> new Param(Meaning.COLUMN, place(spec, column)));
  }

  /**
   * Reads {@code sql} and has the database prepare it.
   *
   * @throws PublishException if it names what the description does not have, or the database does
   *     not understand it
   */
  public static OwnInsert of(Database database, TableBinding binding, String sql) {
    TableSpec spec = binding.spec();
    String where = "publisher of table %s (%s)".formatted(spec.table(), spec.describedBy());
    NamedSql named = parsed(where, sql);
    for (String name : named.names()) {
      if (place(spec, name) < 0) {
        throw new PublishException(
            "%s: the own insert names :%s, which is no column of the description: it may name %s"
                .formatted(where, name, names(spec)),
            null);
      }
    }
    OwnInsert insert = new OwnInsert(spec, named, name(database, spec));
    try (Session session = database.open(where, Duration.ofSeconds(10))) {
      new StatementProbe(session).prepare(insert.statement, binding);
    } catch (StatementException refused) {
      throw new PublishException(
          "%s: the database does not understand the own insert (%s): %s"
              .formatted(where, refused.statement(), refused.sqlException().getMessage()),
          refused);
    }
    return insert;
  }

  static String name(Database database, TableSpec spec) {
    return "%s/%s/own-insert".formatted(database.dialect().name(), spec.form().path());
  }

  private static NamedSql parsed(String where, String sql) {
    try {
      return NamedSql.parse(sql);
    } catch (IllegalArgumentException unreadable) {
      throw new PublishException(
          "%s: the own insert: %s".formatted(where, unreadable.getMessage()), unreadable);
    }
  }

  private static int place(TableSpec spec, String column) {
    List<String> names = spec.columns().stream().map(ColumnSpec::name).toList();
    return names.indexOf(column);
  }

  private static String names(TableSpec spec) {
    return spec.columns().stream()
        .map(column -> ":" + column.name())
        .collect(Collectors.joining(", "));
  }

  /** Its statement, whatever columns a row writes. */
  Statement statement() {
    return statement;
  }

  /** What a publisher with this insert says to a row that may be there already. */
  PublishException refusesIfAbsent() {
    return new PublishException(
        "table %s (%s): its rows are written by an own insert, which alone can leave out a row that is there already: say so in it, and publish"
            .formatted(spec.table(), spec.describedBy()),
        null);
  }

  /** Refuses options that would be lost, because the insert does not name their columns. */
  void require(PublishOptions options) {
    List<Role> roles = new ArrayList<>(options.values().keySet());
    options.delay().ifPresent(delay -> roles.add(Role.RETRY_AFTER));
    for (Role role : roles) {
      spec.column(role).ifPresent(column -> require(column.name(), role));
    }
    if (options.values().get(Role.HEADERS) instanceof Map<?, ?> headers
        && !spec.has(Role.HEADERS)) {
      headers.keySet().forEach(header -> require((String) header, Role.HEADERS));
    }
  }

  private void require(String column, Role role) {
    if (!sql.names().contains(column)) {
      throw new PublishException(
          "table %s (%s): an option sets column %s (%s), which the own insert does not name, nothing is published: write :%s in it, or leave the option out"
              .formatted(spec.table(), spec.describedBy(), column, role.annotation(), column),
          null);
    }
  }
}
