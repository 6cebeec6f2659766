package io.github.rowqueue.publish;

import io.github.rowqueue.table.Role;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a publish sets beside the row or the message. Immutable: every method returns a copy.
 * Thread-safe.
 */
public final class PublishOptions {

  /** Nothing set. */
  public static final PublishOptions NONE = new PublishOptions(Map.of(), Optional.empty());

  private final Map<Role, Object> values;
  private final Optional<Duration> delay;

  private PublishOptions(Map<Role, Object> values, Optional<Duration> delay) {
    this.values = values;
    this.delay = delay;
  }

  /** Options whose row is claimable only after {@code delay}; needs a retry_after column. */
  public static PublishOptions delayed(Duration delay) {
    return NONE.delay(delay);
  }

  /** Options whose row belongs to {@code group}; needs a group column. */
  public static PublishOptions to(String group) {
    return NONE.group(group);
  }

  /**
   * The row is claimable only after {@code delay}; needs a retry_after column.
   *
   * @throws IllegalArgumentException if the delay is negative
   */
  public PublishOptions delay(Duration delay) {
    if (Objects.requireNonNull(delay, "delay").isNegative()) {
      throw new IllegalArgumentException("delay must not be negative, but is " + delay);
    }
    return new PublishOptions(values, Optional.of(delay));
  }

  /** The group the row belongs to; needs a group column. */
  public PublishOptions group(String group) {
    return with(Role.GROUP, group);
  }

  /** The row's priority, smaller first; needs a priority column. */
  public PublishOptions priority(long priority) {
    return with(Role.PRIORITY, priority);
  }

  /** The row's partition key; needs a partition key column. */
  public PublishOptions key(Object key) {
    return with(Role.PARTITION_KEY, key);
  }

  /**
   * The row's headers; needs a headers column, or a column for each of these headers, whose text is
   * read as the column's type. An empty map stands for none.
   *
   * @throws IllegalArgumentException if a name or a text is null
   */
  public PublishOptions headers(Map<String, String> headers) {
    Objects.requireNonNull(headers, "headers: an empty map stands for none");
    headers.forEach(PublishOptions::checkHeader);
    return with(Role.HEADERS, Map.copyOf(headers));
  }

  private static void checkHeader(@Nullable String name, @Nullable String text) {
    if (name == null || text == null) {
      throw new IllegalArgumentException(
          "header %s = %s: neither name nor text may be null, leave the header out"
              .formatted(name, text));
    }
  }

  private PublishOptions with(Role role, Object value) {
    Map<Role, Object> more = new EnumMap<>(Role.class);
    more.putAll(values);
    more.put(role, Objects.requireNonNull(value, role.annotation()));
    return new PublishOptions(more, delay);
  }

  /** The values set, by the role of their column. */
  public Map<Role, Object> values() {
    return Map.copyOf(values);
  }

  /** The delay, if one is set. */
  public Optional<Duration> delay() {
    return delay;
  }
}
