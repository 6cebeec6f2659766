package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.error.PublishException;
import io.github.rowqueue.error.StatementException;
import io.github.rowqueue.internal.jdbc.Database;
import io.github.rowqueue.internal.publish.PublisherTable;
import io.github.rowqueue.internal.publish.Route;
import io.github.rowqueue.internal.publish.RouteTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Whether the routes lead to tables that can be written to.
 *
 * @param tables the table of each route that does
 * @param problems of those that do not
 */
public record RouteCheck(Map<Route<?>, PublisherTable> tables, List<Finding> problems) {

  /** Copies the collections. */
  public RouteCheck {
    tables = Map.copyOf(tables);
    problems = List.copyOf(problems);
  }

  /**
   * Asks the database.
   *
   * @throws StatementException if it cannot be asked
   */
  public static RouteCheck of(Database database, RouteTable routes) {
    Map<Route<?>, PublisherTable> tables = new LinkedHashMap<>();
    List<Finding> problems = new ArrayList<>();
    for (Route<?> route : routes.all()) {
      try {
        tables.put(route, PublisherCheck.read(database, route.table().spec()));
      } catch (PublishException none) {
        problems.add(
            new Finding(
                "route \"%s\"".formatted(route.pattern()),
                String.valueOf(none.getMessage()),
                List.of()));
      }
    }
    return new RouteCheck(tables, problems);
  }
}
