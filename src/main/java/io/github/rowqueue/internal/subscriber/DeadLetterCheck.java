package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.internal.jdbc.ColumnInfo;
import io.github.rowqueue.internal.jdbc.TableInfo;
import io.github.rowqueue.subscribe.DeadLetter;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableName;
import io.github.rowqueue.table.TableSpec;
import io.github.rowqueue.table.TableSpecBuilder;
import java.util.List;
import java.util.Set;

/** Whether rows that have spent their attempts can move where they should. Needs no database. */
final class DeadLetterCheck {

  /** A move writes null here, or what the row had. */
  private static final Set<Role> MAY_BE_NULL =
      Set.of(Role.LOCKED_UNTIL, Role.PROCESSED_AT, Role.LAST_ERROR);

  private final TableSpec spec;
  private final TableName destination;
  private final Dialect dialect;
  private final Findings findings;

  private DeadLetterCheck(
      TableSpec spec, TableName destination, Dialect dialect, Findings findings) {
    this.spec = spec;
    this.destination = destination;
    this.dialect = dialect;
    this.findings = findings;
  }

  /** There is no table {@code destination}. */
  static void missing(TableSpec spec, TableName destination, Dialect dialect, Findings findings) {
    findings.problem(
        "the dead-letter table %s does not exist: create it".formatted(destination),
        dialect.ddl(moved(spec, destination)).get(0));
  }

  /** Compares {@code info}, the destination, with the table {@code source} rows come from. */
  static void check(
      TableSpec spec, TableInfo source, TableInfo info, Dialect dialect, Findings findings) {
    DeadLetterCheck check = new DeadLetterCheck(spec, info.table(), dialect, findings);
    reusedIds(spec, source, info.table(), dialect, findings);
    check.columns(source, info);
    check.undescribed(info);
  }

  /** Subscriptions that read the group rows are moved to, and would park them at once. */
  static void group(Subscription subscription, List<Subscription> all, Findings findings) {
    if (!(subscription.deadLetter().orElse(null) instanceof DeadLetter.ToGroup to)
        || !subscription.spec().has(Role.ATTEMPT)) {
      return;
    }
    for (Subscription other : all) {
      if (other.maxAttempts().isPresent()
          && other.name().equals(to.group())
          && other.spec().table().equals(subscription.spec().table())) {
        findings.warning(
            "the dead letter is group %s, whose subscription has a cap of %d, and rows arrive there with the attempts they have spent: let that subscription run without a cap"
                .formatted(to.group(), other.maxAttempts().getAsInt()));
      }
    }
  }

  /** A queue table that gives the id of a moved row to a new one. */
  static void reusedIds(
      TableSpec spec, TableInfo source, TableName destination, Dialect dialect, Findings findings) {
    if (source.reusesIds()) {
      findings.problem(
          "column %s (@Id) is a rowid without AUTOINCREMENT, so that a new row gets the id of one that moved to the dead-letter table %s, and its own move is refused there: create the table anew with AUTOINCREMENT"
              .formatted(spec.id().name(), destination),
          dialect.ddl(copy(spec, spec.table(), true)).get(0));
    }
  }

  private void columns(TableInfo source, TableInfo info) {
    TableSpec moved = moved(spec, destination);
    for (ColumnSpec column : moved.columns()) {
      info.column(column.name())
          .ifPresentOrElse(
              found -> column(column, source, found),
              () ->
                  findings.problem(
                      "the dead-letter table %s has no %s: add it"
                          .formatted(destination, TableCheck.label(column)),
                      dialect.fixDdl(moved, column, false)));
    }
  }

  private void column(ColumnSpec column, TableInfo source, ColumnInfo found) {
    source
        .column(column.name())
        .filter(from -> !TypeCheck.copies(from, found))
        .ifPresent(
            from ->
                findings.problem(
                    "%s is %s, but %s in the dead-letter table %s, so that no row can move there: give both the same type"
                        .formatted(
                            TableCheck.label(column),
                            from.typeName(),
                            found.typeName(),
                            destination)));
    if (!found.nullable() && column.role().filter(MAY_BE_NULL::contains).isPresent()) {
      findings.problem(
          "%s is NOT NULL in the dead-letter table %s, where rows arrive with null there: let it accept null"
              .formatted(TableCheck.label(column), destination));
    }
  }

  private void undescribed(TableInfo info) {
    for (ColumnInfo column : info.columns()) {
      boolean described =
          spec.columns().stream().anyMatch(one -> info.same(one.name(), column.name()));
      if (!described
          && !column.nullable()
          && column.defaultValue() == null
          && !column.generated()) {
        findings.problem(
            "column %s of the dead-letter table %s is NOT NULL without a default and is not described, so that no row can move there: give it a default, or describe it"
                .formatted(column.name(), destination));
      }
    }
  }

  /** The description of the destination: the same columns, of which it fills none by itself. */
  private static TableSpec moved(TableSpec spec, TableName destination) {
    return copy(spec, destination, false);
  }

  private static TableSpec copy(TableSpec spec, TableName destination, boolean generatesId) {
    TableSpecBuilder moved =
        TableSpec.builder(destination.name())
            .schema(destination.schema())
            .lockKey(spec.lockKey())
            .clock(spec.clock());
    for (ColumnSpec column : spec.columns()) {
      moved.add(
          new ColumnSpec(
              column.name(),
              column.roleOrNull(),
              column.type(),
              generatesId && column.plays(Role.ID),
              column.nullable(),
              column.json()));
    }
    return moved.build();
  }
}
