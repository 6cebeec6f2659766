package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.error.PublishException;
import io.github.rowqueue.error.StatementException;
import io.github.rowqueue.internal.jdbc.Database;
import io.github.rowqueue.internal.jdbc.DatabaseProbe;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.TableBinding;
import io.github.rowqueue.internal.jdbc.TableBindings;
import io.github.rowqueue.internal.jdbc.TableInfo;
import io.github.rowqueue.internal.publish.PublisherTable;
import io.github.rowqueue.table.TableSpec;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** Binds the table of a publisher, which need not have a subscription here. */
public final class PublisherCheck {

  private PublisherCheck() {}

  /**
   * Binds {@code spec} to the table the database has.
   *
   * @throws PublishException if there is no such table, or it lacks a column; with the DDL
   */
  public static TableBinding bind(Database database, TableSpec spec) {
    return read(database, spec).binding();
  }

  /** As {@link #bind}, with what else the database says of the table. */
  public static PublisherTable read(Database database, TableSpec spec) {
    String where = "publisher of table %s (%s)".formatted(spec.table(), spec.describedBy());
    try (Session session = database.open(where, Duration.ofSeconds(10))) {
      TableInfo info =
          DatabaseProbe.read(session.connection(), spec.table())
              .orElseThrow(
                  () -> refused(where + ": there is no such table", database.dialect().ddl(spec)));
      return TableBindings.bind(spec, info)
          .map(binding -> new PublisherTable(binding, info))
          .orElseThrow(
              () ->
                  refused(
                      where + ": a column is missing or of another type",
                      database.dialect().ddl(spec)));
    } catch (SQLException refused) {
      throw new StatementException(where, database.dialect().name() + "/start/catalog", refused);
    }
  }

  private static PublishException refused(String problem, List<String> ddl) {
    return new PublishException(
        problem + "; the description would fit\n" + String.join(";\n", ddl) + ";", null);
  }
}
