package io.github.rowqueue.internal.subscriber;

import java.time.Duration;
import java.util.List;

/**
 * What {@code close()} left behind.
 *
 * @param took how long it took
 * @param interrupted how many handlers were interrupted when the drain timeout had passed
 * @param stillRunning the rows whose handlers ignored the interrupt and run on, each with its
 *     subscription and table
 */
public record ShutdownSummary(Duration took, int interrupted, List<String> stillRunning) {
  /** Copies the list. */
  public ShutdownSummary {
    stillRunning = List.copyOf(stillRunning);
  }
}
