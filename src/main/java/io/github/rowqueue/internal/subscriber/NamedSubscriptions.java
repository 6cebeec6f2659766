package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.internal.publish.Route;
import io.github.rowqueue.internal.publish.RouteTable;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Subscriptions of which those by name have got the tables of their routes.
 *
 * @param subscriptions those that have a table
 * @param problems of those that have none
 */
public record NamedSubscriptions(List<Subscription> subscriptions, List<Finding> problems) {

  /** Copies the lists. */
  public NamedSubscriptions {
    subscriptions = List.copyOf(subscriptions);
    problems = List.copyOf(problems);
  }

  /** Leads the names among {@code subscriptions} to their tables (B239). */
  public static NamedSubscriptions of(List<Subscription> subscriptions, RouteTable routes) {
    List<Subscription> found = new ArrayList<>();
    List<Finding> problems = new ArrayList<>();
    for (Subscription subscription : subscriptions) {
      if (!subscription.isNamed()) {
        found.add(subscription);
        continue;
      }
      Optional<Route<?>> route = routes.find(subscription.name());
      if (route.isEmpty()) {
        problems.add(noRoute(subscription));
      } else {
        otherRows(subscription, route.get()).ifPresent(problems::add);
        found.add(subscription.to(route.get().table()));
      }
    }
    return new NamedSubscriptions(found, problems);
  }

  private static Finding noRoute(Subscription subscription) {
    return new Finding(
        subscription.where(),
        "no route leads to this name, so that its table is unknown: add .route(\"%s\", …) to the builder, or a prefix"
            .formatted(subscription.name()),
        List.of());
  }

  /** In row mode the messages are the rows. */
  private static Optional<Finding> otherRows(Subscription subscription, Route<?> route) {
    Class<?> wanted = subscription.messageType().orElse(Object.class);
    boolean rows = !route.table().spec().has(Role.PAYLOAD);
    if (!rows || route.rowClass().isEmpty() || wanted.isAssignableFrom(route.rowClass().get())) {
      return Optional.empty();
    }
    return Optional.of(
        new Finding(
            subscription.where(),
            "its messages are declared as %s, but route \"%s\" leads to a table without a payload, whose rows are %s: declare those, or add @Payload to a component"
                .formatted(wanted.getName(), route.pattern(), route.rowClass().get().getName()),
            List.of()));
  }
}
