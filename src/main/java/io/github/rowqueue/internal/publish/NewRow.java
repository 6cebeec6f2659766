package io.github.rowqueue.internal.publish;

import io.github.rowqueue.codec.Codec;
import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.error.DecodeException;
import io.github.rowqueue.error.PublishException;
import io.github.rowqueue.internal.jdbc.HeaderTexts;
import io.github.rowqueue.internal.jdbc.TableBinding;
import io.github.rowqueue.internal.jdbc.TextLimits;
import io.github.rowqueue.publish.PublishOptions;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The values one insert writes, by the places of their columns.
 *
 * @param written which columns are written; the database fills the others: retry_after by its own
 *     time of the statement (SPEC 13, rule 17), the rest by their defaults
 * @param values the values; null where nothing is written
 * @param delay after which the row is claimable, as far as an option says so
 * @param since an instant before it was written
 */
record NewRow(BitSet written, List<@Nullable Object> values, Duration delay, Instant since) {

  /** The row {@code row}, with what {@code options} set. */
  static <R> NewRow of(Table<R> table, R row, PublishOptions options, Instant now) {
    Objects.requireNonNull(row, "row");
    TableSpec spec = table.spec();
    NewRow values = empty(spec, options, now);
    for (int i = 0; i < spec.columns().size(); i++) {
      ColumnSpec column = spec.columns().get(i);
      if (!column.generated()) {
        Object value = table.value(row, column);
        if (value != null || !column.plays(Role.RETRY_AFTER)) {
          values.set(i, orDefault(column, value, now));
        }
      }
    }
    return values.with(spec, options, now).readable(spec);
  }

  /**
   * This row, if no column holds a null that its reader would refuse: such a row would fail every
   * delivery. An id is left to the database, which may draw one for null.
   */
  private NewRow readable(TableSpec spec) {
    for (int i = 0; i < spec.columns().size(); i++) {
      ColumnSpec column = spec.columns().get(i);
      boolean mayBeNull = column.nullable() || column.plays(Role.ID);
      if (written.get(i) && values.get(i) == null && !mayBeNull) {
        throw new PublishException(
            "table %s (%s): column %s is null in the row to be published, and no delivery could read it: set it, or describe it as nullable"
                .formatted(spec.table(), spec.describedBy(), column.name()),
            null);
      }
    }
    return this;
  }

  /**
   * A row of the payload {@code message} and what {@code options} set; the database fills the rest.
   */
  static NewRow ofMessage(TableSpec spec, Object message, PublishOptions options, Instant now) {
    Objects.requireNonNull(message, "message");
    int payload = spec.indexOf(Role.PAYLOAD);
    if (payload < 0) {
      throw new PublishException(
          "table %s has no payload column, so a message cannot be published to it: publish a row, or add @Payload"
              .formatted(spec.table()),
          null);
    }
    NewRow values = empty(spec, options, now);
    values.set(payload, encoded(spec, message));
    return values.with(spec, options, now);
  }

  /**
   * This row as it is bound.
   *
   * @throws PublishException if a column would give back another value than was written
   */
  NewRow bound(TableBinding table, TextLimits limits) {
    for (int i = written.nextSetBit(0); i >= 0; i = written.nextSetBit(i + 1)) {
      Object value = values.get(i);
      try {
        values.set(i, value == null ? null : table.column(i).prepared(value, limits));
      } catch (IllegalArgumentException | DecodeException unwritable) {
        throw new PublishException(
            "table %s (%s): column %s cannot be written, nothing is published: %s"
                .formatted(
                    table.spec().table(),
                    table.spec().describedBy(),
                    table.spec().columns().get(i).name(),
                    unwritable.getMessage()),
            unwritable);
      }
    }
    return this;
  }

  private static NewRow empty(TableSpec spec, PublishOptions options, Instant now) {
    int columns = spec.columns().size();
    return new NewRow(
        new BitSet(columns),
        Arrays.asList(new @Nullable Object[columns]),
        options.delay().orElse(Duration.ZERO),
        now);
  }

  private NewRow with(TableSpec spec, PublishOptions options, Instant now) {
    for (Map.Entry<Role, Object> option : options.values().entrySet()) {
      checkGroup(spec, option.getKey(), option.getValue());
      if (option.getKey() == Role.HEADERS && !spec.has(Role.HEADERS)) {
        ((Map<?, ?>) option.getValue()).forEach((name, text) -> header(spec, name, text));
      } else {
        set(place(spec, option.getKey()), option.getValue());
      }
    }
    options.delay().ifPresent(wait -> set(place(spec, Role.RETRY_AFTER), after(now, wait)));
    return this;
  }

  /** A group that is no constant of the column's enum would never be claimed, by anybody. */
  private static void checkGroup(TableSpec spec, Role role, Object group) {
    if (role != Role.GROUP || !spec.has(role) || !spec.column(role).orElseThrow().type().isEnum()) {
      return;
    }
    List<String> constants =
        Stream.of(spec.column(role).orElseThrow().type().getEnumConstants())
            .map(constant -> ((Enum<?>) constant).name())
            .toList();
    if (!constants.contains(group.toString())) {
      throw new PublishException(
          "table %s: group %s is no constant of the group column's enum, so nobody could claim the row: use one of %s"
              .formatted(spec.table(), group, constants),
          null);
    }
  }

  private static Instant after(Instant now, Duration delay) {
    return delay.compareTo(Duration.between(now, Instant.MAX)) >= 0 ? Instant.MAX : now.plus(delay);
  }

  /** Refuses options the table has no column for. */
  static void requireColumns(TableSpec spec, PublishOptions options) {
    NewRow unused = empty(spec, options, Instant.EPOCH).with(spec, options, Instant.EPOCH);
  }

  /**
   * This row with a value for every column, for an insert of the service's own, which names what it
   * likes: what the database would fill has the default of its role, or null.
   */
  NewRow completed(TableSpec spec, Instant now) {
    for (int i = 0; i < spec.columns().size(); i++) {
      if (!written.get(i)) {
        set(i, orDefault(spec.columns().get(i), null, now));
      }
    }
    return this;
  }

  private static int place(TableSpec spec, Role role) {
    int index = spec.indexOf(role);
    if (index < 0) {
      throw new PublishException(
          "table %s (%s) has no %s column for the option that was set: add %s to a component, or leave the option out"
              .formatted(
                  spec.table(),
                  spec.describedBy(),
                  role.name().toLowerCase(java.util.Locale.ROOT),
                  role.annotation()),
          null);
    }
    return index;
  }

  /** Sets the column of one header. */
  private void header(TableSpec spec, Object name, Object text) {
    List<String> headers = spec.headerColumns().stream().map(ColumnSpec::name).toList();
    if (!headers.contains(name)) {
      throw new PublishException(
          "table %s (%s): there is no column for the header %s%s, or leave the header out"
              .formatted(
                  spec.table(),
                  spec.describedBy(),
                  name,
                  headers.isEmpty()
                      ? ": add @Headers to a component"
                      : ", only for %s: add one to the headers record".formatted(headers)),
          null);
    }
    for (int i = 0; i < spec.columns().size(); i++) {
      ColumnSpec column = spec.columns().get(i);
      if (column.header() && column.name().equals(name)) {
        set(i, parsed(spec, column, (String) text));
      }
    }
  }

  private static Object parsed(TableSpec spec, ColumnSpec column, String text) {
    try {
      return HeaderTexts.parsed(text, column.type());
    } catch (IllegalArgumentException other) {
      throw new PublishException(
          "table %s (%s): the header %s is read as %s, which the given text is not: %s"
              .formatted(
                  spec.table(),
                  spec.describedBy(),
                  column.name(),
                  column.type().getSimpleName(),
                  other.getMessage()),
          other);
    }
  }

  private void set(int index, @Nullable Object value) {
    written.set(index);
    values.set(index, value);
  }

  private static @Nullable Object orDefault(
      ColumnSpec column, @Nullable Object value, Instant now) {
    if (value != null) {
      return value;
    }
    if (column.plays(Role.RETRY_AFTER)) {
      return now;
    }
    return column.plays(Role.ATTEMPT)
        ? (Object) 1
        : column.plays(Role.PRIORITY) ? (Object) 0 : null;
  }

  @SuppressWarnings("unchecked") // the codec is asked for the message's own class
  private static Object encoded(TableSpec spec, Object message) {
    if (message instanceof byte[] || message instanceof String) {
      return message;
    }
    try {
      return ((Codec<Object>) Codecs.json(message.getClass())).encode(message);
    } catch (Exception unwritable) {
      throw new PublishException(
          "table %s: a %s cannot be written as JSON, nothing is published: %s"
              .formatted(spec.table(), message.getClass().getName(), unwritable.getMessage()),
          unwritable);
    }
  }

  /** The columns written, in the order of the description. */
  List<ColumnSpec> columns(TableSpec spec) {
    List<ColumnSpec> columns = new ArrayList<>();
    written.stream().forEach(index -> columns.add(spec.columns().get(index)));
    return columns;
  }

  /** The row's priority, as far as this process knows it; else the default of the DDL. */
  long priority(TableSpec spec) {
    int index = spec.indexOf(Role.PRIORITY);
    return index >= 0 && values.get(index) instanceof Number number ? number.longValue() : 0;
  }

  /** An instant before which the row is not due; before all others if that cannot be told. */
  Instant earliest(TableSpec spec) {
    int index = spec.indexOf(Role.RETRY_AFTER);
    if (index < 0 || !written.get(index)) {
      return since; // the database's own time
    }
    return values.get(index) instanceof Instant due ? due : Instant.EPOCH;
  }

  /** The row's group, as far as this process knows it. */
  Optional<String> group(TableSpec spec) {
    int index = spec.indexOf(Role.GROUP);
    Object group = index < 0 ? null : values.get(index);
    return Optional.ofNullable(group)
        .map(name -> name instanceof Enum<?> constant ? constant.name() : name.toString());
  }
}
