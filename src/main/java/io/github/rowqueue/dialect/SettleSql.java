package io.github.rowqueue.dialect;

import io.github.rowqueue.dialect.Event.Kind;
import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.error.DialectException;
import io.github.rowqueue.table.ClaimForm;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.QueueClock;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What each event writes to its row, in both forms: a delete, or assignments. Which row is the
 * caller's guard to say.
 */
final class SettleSql {

  private static final Set<Kind> LEASE_ONLY = EnumSet.of(Kind.HOLD, Kind.RELEASE, Kind.EXTEND);
  private static final Set<Kind> FINISHES = EnumSet.of(Kind.ACK, Kind.DROP);
  private static final Set<Kind> FAILS =
      EnumSet.of(Kind.RETRY, Kind.RETRY_AFTER, Kind.HOLD, Kind.DEAD_LETTER_TO_GROUP);

  private record Assignment(ColumnSpec column, Consumer<SqlWriter> value) {}

  private SettleSql() {}

  /** {@code <form>/<event>}, the name of the event's statement. */
  static String path(TableSpec spec, Event event) {
    return spec.form().path() + "/" + event.kind().path();
  }

  /**
   * A row lock retry without an attempt column has nothing to write (B57), and no advisory retry
   * has (B89).
   */
  private static boolean writes(TableSpec spec, Event event) {
    return deletes(spec, event) || !assignments(spec, event, RowValues.ofOne(spec)).isEmpty();
  }

  /** The write of an event that stays in its table, for the one row that {@code guard} names. */
  static Write.Counted counted(
      Grammar grammar, TableSpec spec, Event event, List<Consumer<SqlWriter>> guard) {
    String path = path(spec, event);
    return writes(spec, event)
        ? new Write.Counted(
            List.of(statement(grammar, spec, event, guard, RowValues.ofOne(spec), path)))
        : Write.Counted.nothing(grammar.dialect() + "/" + path);
  }

  /**
   * The one statement of an event that stays in its table, for the rows that {@code guard} names.
   */
  static Statement statement(
      Grammar grammar,
      TableSpec spec,
      Event event,
      List<Consumer<SqlWriter>> guard,
      RowValues values,
      String path) {
    SqlWriter sql = new SqlWriter(grammar);
    change(sql, spec, event, values);
    return sql.where(guard).toStatement(path);
  }

  /** {@code delete from <table>} or {@code update <table> set …}. */
  static void change(SqlWriter sql, TableSpec spec, Event event, RowValues values) {
    if (deletes(spec, event)) {
      sql.line("delete from ").table(spec.table());
      return;
    }
    sql.line("update ").table(spec.table()).line("set ");
    sql.each(
        assignments(spec, event, values),
        assignment -> {
          sql.name(assignment.column).sql(" = ");
          assignment.value.accept(sql);
        });
  }

  /** Refuses an event the table's form cannot write. */
  static void require(Grammar grammar, TableSpec spec, Event event) {
    boolean givesBack = spec.form() == ClaimForm.ADVISORY && event.kind() == Kind.RELEASE;
    if (spec.form() != ClaimForm.LEASE && LEASE_ONLY.contains(event.kind()) && !givesBack) {
      throw new DialectException(
          "table %s: %s writes a lease, and no column of it plays @LockedUntil (%s/%s)"
              .formatted(spec.table(), event.kind().path(), grammar.dialect(), path(spec, event)));
    }
    if (event.kind() == Kind.DEAD_LETTER_TO_GROUP && !spec.has(Role.GROUP)) {
      throw new DialectException(
          ("table %s: it has no @Group column, so a dead letter cannot move to a group; name a table"
                  + " instead")
              .formatted(spec.table()));
    }
  }

  private static boolean deletes(TableSpec spec, Event event) {
    return FINISHES.contains(event.kind()) && !spec.has(Role.PROCESSED_AT);
  }

  private static List<Assignment> assignments(TableSpec spec, Event event, RowValues values) {
    Kind kind = event.kind();
    List<Assignment> list = new ArrayList<>();
    switch (kind) {
      case ACK, DROP ->
          set(list, spec, Role.PROCESSED_AT, sql -> ClaimSql.now(sql, spec, processedAt(spec)));
      case RETRY_AFTER -> set(list, spec, Role.RETRY_AFTER, sql -> retryAt(sql, spec, values));
      case DEAD_LETTER_TO_GROUP ->
          set(list, spec, Role.GROUP, sql -> sql.bind(Meaning.DESTINATION));
      case HOLD -> set(list, spec, Role.LOCKED_UNTIL, values::holdUntil);
      case EXTEND -> set(list, spec, Role.LOCKED_UNTIL, sql -> sql.bind(Meaning.LEASE_UNTIL));
      case RELEASE -> release(list, spec);
      case RETRY, DEAD_LETTER_TO_TABLE -> {}
    }
    if (!LEASE_ONLY.contains(kind)) {
      set(list, spec, Role.LOCKED_UNTIL, sql -> sql.sql("null"));
    }
    // The other forms counted at their claim.
    if (spec.form() == ClaimForm.ROW_LOCK && (kind == Kind.RETRY || kind == Kind.RETRY_AFTER)) {
      set(
          list,
          spec,
          Role.ATTEMPT,
          sql -> ClaimSql.count(sql, spec.column(Role.ATTEMPT).orElseThrow()));
    }
    if (FAILS.contains(kind)) {
      set(list, spec, Role.LAST_ERROR, values::error);
    }
    return list;
  }

  private static void release(List<Assignment> list, TableSpec spec) {
    set(list, spec, Role.LOCKED_UNTIL, sql -> sql.bind(Meaning.RELEASE_TO));
    set(
        list,
        spec,
        Role.ATTEMPT,
        sql -> sql.name(spec.column(Role.ATTEMPT).orElseThrow()).sql(" - 1"));
  }

  private static void set(
      List<Assignment> list, TableSpec spec, Role role, Consumer<SqlWriter> value) {
    spec.column(role).ifPresent(column -> list.add(new Assignment(column, value)));
  }

  private static ColumnSpec processedAt(TableSpec spec) {
    return spec.column(Role.PROCESSED_AT).orElseThrow();
  }

  private static void retryAt(SqlWriter sql, TableSpec spec, RowValues values) {
    if (spec.clock() == QueueClock.DATABASE) { // which no table of the lease form has
      sql.grammar().later(sql, spec.column(Role.RETRY_AFTER).orElseThrow());
    } else {
      values.retryAt(sql);
    }
  }
}
