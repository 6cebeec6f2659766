package io.github.rowqueue.internal.form;

import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.Values;
import io.github.rowqueue.internal.jdbc.WriterLane.Rank;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Frees heads that have failed for good and stay, with their keys, until a service says so. */
public final class ParkedHeads {

  private final FormContext context;

  /** The parked heads of a subscription. */
  public ParkedHeads(FormContext context) {
    this.context = context;
  }

  /**
   * Frees the parked head of {@code key}.
   *
   * @return whether there was one
   * @throws IllegalArgumentException if the subscription's heads do not stay, or its keys are of
   *     another type
   * @throws io.github.rowqueue.error.StatementException if the database refused
   */
  public boolean release(Object key) {
    TableSpec spec = context.table().spec();
    if (!context.subscription().parksHeads()) {
      throw new IllegalArgumentException(
          context.where(
              "its heads do not stay when they fail: only those of onHeadFailure = PARK are released"));
    }
    Class<?> type = spec.column(Role.PARTITION_KEY).orElseThrow().type();
    boolean number = Number.class.isAssignableFrom(type) && key instanceof Number;
    if (!type.isInstance(key) && !number) {
      throw new IllegalArgumentException(
          context.where(
              "its keys are of the type %s, and %s is of the type %s: give a key as the description has it"
                  .formatted(type.getSimpleName(), key, key.getClass().getSimpleName())));
    }
    @Nullable Object[] columns = new @Nullable Object[spec.columns().size()];
    columns[spec.indexOf(Role.PARTITION_KEY)] = key;
    Values values = new Values().columns(Arrays.asList(columns)).set(Meaning.ATTEMPT, 1);
    values.set(Meaning.GROUP, context.subscription().name());
    try (Session session = context.database().open(context.where(), context.statementTimeout())) {
      return context
          .database()
          .lane()
          .write(
              Rank.SETTLE,
              () ->
                  session.update(
                          context.database().dialect().releaseHead(spec), context.table(), values)
                      > 0);
    }
  }
}
