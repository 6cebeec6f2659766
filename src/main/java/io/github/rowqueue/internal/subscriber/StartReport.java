package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.error.StartException;
import io.github.rowqueue.internal.jdbc.TableBinding;
import io.github.rowqueue.subscribe.Subscription;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All that the start check found, of all subscriptions. Immutable.
 *
 * @param problems what keeps Rowqueue from starting
 * @param warnings what works, but not well
 * @param bindings the subscriptions whose table can be used, and how
 */
public record StartReport(
    List<Finding> problems, List<Finding> warnings, Map<Subscription, TableBinding> bindings) {
  /** Copies the collections, whose order stays. */
  public StartReport {
    problems = List.copyOf(problems);
    warnings = List.copyOf(warnings);
    bindings = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(bindings));
  }

  /** How the table of {@code subscription} is bound; empty if it cannot be used. */
  public Optional<TableBinding> binding(Subscription subscription) {
    return Optional.ofNullable(bindings.get(subscription));
  }

  /** This report, and what the settings of the whole {@code Rowqueue} give reason to warn of. */
  public StartReport with(List<Subscription> subscriptions, EngineSettings settings) {
    List<Finding> all = new ArrayList<>(warnings);
    all.addAll(TimeoutCheck.warnings(subscriptions, settings));
    return new StartReport(problems, all, bindings);
  }

  /** This report, with more problems. */
  public StartReport with(List<Finding> more) {
    List<Finding> all = new ArrayList<>(problems);
    all.addAll(more);
    return new StartReport(all, warnings, bindings);
  }

  /**
   * This report, if nothing keeps Rowqueue from starting.
   *
   * @throws StartException with all problems otherwise
   */
  public StartReport orThrow() {
    if (problems.isEmpty()) {
      return this;
    }
    throw new StartException(problems.stream().map(Finding::toString).toList(), null);
  }
}
