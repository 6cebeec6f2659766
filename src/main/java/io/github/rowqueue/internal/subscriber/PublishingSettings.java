package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.internal.publish.PublisherTable;
import io.github.rowqueue.internal.publish.Route;
import io.github.rowqueue.internal.publish.RouteTable;
import io.github.rowqueue.publish.AfterCommit;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one {@code Rowqueue} sets for all that is published.
 *
 * @param routes lead names to tables
 * @param tables the table of each route
 * @param afterCommit the service's way to run something after its own commits
 */
public record PublishingSettings(
    RouteTable routes, Map<Route<?>, PublisherTable> tables, Optional<AfterCommit> afterCommit) {

  /** No routes, and no way to learn of the service's commits. */
  public static final PublishingSettings NONE =
      new PublishingSettings(RouteTable.of(List.of()), Map.of(), Optional.empty());

  /** Copies the map. */
  public PublishingSettings {
    tables = Map.copyOf(tables);
  }
}
