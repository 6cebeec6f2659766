package io.github.rowqueue.internal.publish;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the route of a name: the exact one, else the longest prefix, else {@code *}. Immutable. */
public final class RouteTable {

  private final Map<String, Route<?>> routes;

  private RouteTable(Map<String, Route<?>> routes) {
    this.routes = routes;
  }

  /** These routes, of which a later one replaces an earlier one of the same pattern (B237). */
  public static RouteTable of(Collection<Route<?>> routes) {
    Map<String, Route<?>> byPattern = new LinkedHashMap<>();
    routes.forEach(route -> byPattern.put(route.pattern(), route));
    return new RouteTable(byPattern);
  }

  /** The route of {@code name} (B236). */
  public Optional<Route<?>> find(String name) {
    Route<?> found = routes.get(name);
    for (int dot = name.lastIndexOf('.'); found == null && dot > 0; ) {
      found = routes.get(name.substring(0, dot) + ".*");
      dot = name.lastIndexOf('.', dot - 1);
    }
    return Optional.ofNullable(found == null ? routes.get("*") : found);
  }

  /** All routes, in the order they were added. */
  public List<Route<?>> all() {
    return List.copyOf(routes.values());
  }

  List<String> patterns() {
    return new ArrayList<>(routes.keySet());
  }
}
