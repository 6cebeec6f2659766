package io.github.rowqueue.subscribe;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What code of the service's own is told of the row it settles or extends.
 *
 * @param id the id as the driver reads it
 * @param subscription the subscription's name, which is the group in a table with groups
 * @param attempt the number of this delivery; empty without the column, or if it cannot be read
 * @param now the instant of the settlement by the host's clock
 * @param token the expiry that stands in the row and proves that it is ours; null without a lease
 * @param tokenAttempt the attempt that stands in the row; null without a lease or the column
 * @param expiry the new end of the lease for {@link OwnEvent#EXTEND}; null otherwise
 * @param delay how long the row rests, for {@link OwnEvent#RETRY_AFTER}; zero otherwise
 * @param destination the group of a dead letter that moves to a group; null otherwise
 * @param error why the attempt failed; null for none
 */
public record OwnRow(
    Object id,
    String subscription,
    OptionalLong attempt,
    Instant now,
    @Nullable Instant token,
    @Nullable Long tokenAttempt,
    @Nullable Instant expiry,
    Duration delay,
    @Nullable String destination,
    @Nullable String error) {}
