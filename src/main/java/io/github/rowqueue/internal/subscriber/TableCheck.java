package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.internal.jdbc.ColumnInfo;
import io.github.rowqueue.internal.jdbc.TableBindings;
import io.github.rowqueue.internal.jdbc.TableInfo;
import io.github.rowqueue.internal.jdbc.TimeStorage;
import io.github.rowqueue.internal.jdbc.TypeFamily;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.QueueClock;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compares the columns of a table with its description. Needs no database. */
final class TableCheck {

  /** A null in one of these makes a row that nobody claims (SPEC 1.3). */
  private static final Set<Role> NEVER_NULL =
      Set.of(Role.ID, Role.GROUP, Role.PRIORITY, Role.RETRY_AFTER, Role.ATTEMPT);

  private static final Set<Role> SET_TO_NULL = Set.of(Role.LOCKED_UNTIL, Role.PROCESSED_AT);
  private static final Set<Role> COMPARED = Set.of(Role.GROUP, Role.PARTITION_KEY);

  /** Types of H2 and PostgreSQL that compare without the case, and what to use instead. */
  private static final Map<String, String> CASELESS =
      Map.of("VARCHAR_IGNORECASE", "VARCHAR", "CITEXT", "TEXT");

  private static final Set<Role> TIMES =
      Set.of(Role.RETRY_AFTER, Role.LOCKED_UNTIL, Role.PROCESSED_AT);

  private final TableSpec spec;
  private final TableInfo info;
  private final Dialect dialect;
  private final Findings findings;

  private TableCheck(TableSpec spec, TableInfo info, Dialect dialect, Findings findings) {
    this.spec = spec;
    this.info = info;
    this.dialect = dialect;
    this.findings = findings;
  }

  static void check(TableSpec spec, TableInfo info, Dialect dialect, Findings findings) {
    TableCheck check = new TableCheck(spec, info, dialect, findings);
    for (ColumnSpec column : spec.columns()) {
      info.column(column.name())
          .ifPresentOrElse(found -> check.column(column, found), () -> check.missing(column));
    }
  }

  /** A column as messages name it, with the job it does. */
  static String label(ColumnSpec column) {
    return column
        .role()
        .map(role -> "column %s (%s)".formatted(column.name(), role.annotation()))
        .orElseGet(() -> "column " + column.name());
  }

  private void missing(ColumnSpec column) {
    String otherCase =
        info.columns().stream()
            .map(ColumnInfo::name)
            .filter(column.name()::equalsIgnoreCase)
            .findFirst()
            .orElse("");
    findings.problem(
        otherCase.isEmpty()
            ? "the table has no %s: add it, or describe the one it has".formatted(label(column))
            : "the table has no %s, but %s, and the database tells their cases apart: describe it as it is, or add it"
                .formatted(label(column), otherCase),
        dialect.fixDdl(spec, column, false));
  }

  private void column(ColumnSpec column, ColumnInfo found) {
    if (!TypeCheck.fits(column, found)) {
      wrongType(column, found);
      return;
    }
    nulls(column, found);
    time(column, found);
    clock(column, found);
    collation(column, found);
    if (column.plays(Role.ATTEMPT)) {
      attempt(column, found);
    }
    filled(column, found);
    digits(column, found);
  }

  /** MySQL and MariaDB print a FLOAT with six digits, of the seven to nine it keeps. */
  private void digits(ColumnSpec column, ColumnInfo found) {
    boolean isMySql = dialect.name().equals("mysql") || dialect.name().equals("mariadb");
    boolean cut = isMySql && found.typeName().toLowerCase(Locale.ROOT).startsWith("float");
    if (cut && column.role().isEmpty()) {
      findings.warning(
          "%s is %s, which the server sends with six digits, so that other values are read than were written: use DOUBLE"
              .formatted(label(column), found.typeName().toUpperCase(Locale.ROOT)),
          dialect.fixDdl(spec, column, true));
    }
  }

  private void wrongType(ColumnSpec column, ColumnInfo found) {
    findings.problem(
        "%s is %s in the database, which a %s is not read from: change the type of one of them; Rowqueue would add the column so"
            .formatted(label(column), found.typeName(), column.type().getSimpleName()),
        dialect.fixDdl(spec, column, false));
  }

  private void nulls(ColumnSpec column, ColumnInfo found) {
    Role role = column.roleOrNull();
    if (role != null && NEVER_NULL.contains(role) && found.nullable()) {
      findings.problem(
          "%s accepts null, and a row with a null there is never claimed: make it NOT NULL"
              .formatted(label(column)),
          dialect.fixDdl(spec, column, true));
    }
    if (role != null && SET_TO_NULL.contains(role) && !found.nullable()) {
      findings.problem(
          "%s is NOT NULL, but null is what marks a row as %s there: let it accept null"
              .formatted(label(column), role == Role.PROCESSED_AT ? "unfinished" : "free"));
    }
  }

  private void time(ColumnSpec column, ColumnInfo found) {
    Role role = column.roleOrNull();
    boolean isRole = role != null && TIMES.contains(role);
    if (TableBindings.holdsTime(column) && found.shiftsWithSession()) {
      shifted(column, found, isRole);
    } else if (isRole && found.onUpdate()) {
      findings.problem(
          "%s changes itself at every update of its row (ON UPDATE), so that no settlement finds what it wrote: declare it without"
              .formatted(label(column)));
    } else if (isRole && found.family() == TypeFamily.TIMESTAMP && found.digits() == 0) {
      findings.warning(
          "%s keeps whole seconds, so that leases and delays are cut to them: declare it with 6 fraction digits"
              .formatted(label(column)));
    }
  }

  /** The database's clock is text of the dialect's, which has one type per component. */
  private void clock(ColumnSpec column, ColumnInfo found) {
    Role role = column.roleOrNull();
    if (spec.clock() == QueueClock.DATABASE
        && role != null
        && TIMES.contains(role)
        && found.timesOrNull() != clockStorage(column, found)) {
      findings.problem(
          "%s is %s, to which the database's clock is not written exactly for a %s: leave clock = DATABASE out, or change the column; Rowqueue would add it so"
              .formatted(label(column), found.typeName(), column.type().getSimpleName()),
          dialect.fixDdl(spec, column, false));
    }
  }

  private @Nullable TimeStorage clockStorage(ColumnSpec column, ColumnInfo found) {
    return switch (dialect.name()) {
      case "postgresql" ->
          column.type() == LocalDateTime.class ? TimeStorage.LOCAL : TimeStorage.OFFSET;
      case "h2" -> column.type() == OffsetDateTime.class ? TimeStorage.OFFSET : TimeStorage.LOCAL;
      case "mysql", "mariadb" -> TimeStorage.LOCAL_AS_TEXT;
      case "sqlite" -> TimeStorage.TEXT;
      default -> found.timesOrNull();
    };
  }

  private void shifted(ColumnSpec column, ColumnInfo found, boolean isRole) {
    String text =
        "%s is %s, which driver and server shift by the zone of the session"
            .formatted(label(column), found.typeName().toUpperCase(Locale.ROOT));
    if (isRole) {
      findings.problem(
          text + ": use DATETIME(6), which keeps UTC as it is written",
          dialect.fixDdl(spec, column, true));
    } else {
      findings.warning(
          text
              + ", so that it is read wrongly unless that is UTC: use DATETIME(6), or leave it out");
    }
  }

  private void collation(ColumnSpec column, ColumnInfo found) {
    Role role = column.roleOrNull();
    if (role != null && COMPARED.contains(role) && foldsCase(found.collation())) {
      String text =
          "%s has the collation %s, which takes Orders and orders for one: use a binary one"
              .formatted(label(column), found.collation());
      if (dialect.name().equals("sqlite")) {
        findings.problem(text + "; SQLite needs the table created anew for that");
      } else {
        findings.problem(text, dialect.fixDdl(spec, column, true));
      }
    } else if (role == Role.PARTITION_KEY && spec.fifoKeys() && isListed(found, dialect)) {
      findings.problem(listed(column, found), dialect.fixDdl(spec, column, true));
    } else if (role != null && COMPARED.contains(role)) {
      String type = found.typeName().toUpperCase(Locale.ROOT);
      String instead = CASELESS.get(type);
      if (instead != null) {
        findings.problem(
            "%s is %s, which takes Orders and orders for one: use %s"
                .formatted(label(column), type, instead));
      }
    }
  }

  /** Whether it is an ENUM or a SET of MySQL or MariaDB. */
  static boolean isListed(ColumnInfo found, Dialect dialect) {
    boolean isMySql = dialect.name().equals("mysql") || dialect.name().equals("mariadb");
    return isMySql && found.typeName().toLowerCase(Locale.ROOT).matches("(enum|set)\\b.*");
  }

  /** Why a listed type is no lane. */
  static String listed(ColumnSpec column, ColumnInfo found) {
    return "%s is %s, which is compared by the texts of its values but ordered by their places in the list, so that the look for the next one would pass some by: use VARCHAR"
        .formatted(label(column), found.typeName());
  }

  private static boolean foldsCase(@Nullable String collation) {
    return collation != null
        && !collation.equals("binary")
        && !collation.endsWith("_bin")
        && !collation.endsWith("_cs");
  }

  private void attempt(ColumnSpec column, ColumnInfo found) {
    String start = bare(found.defaultValue());
    if (start.isEmpty()) {
      findings.warning(
          "%s has no default, so that a row inserted without it is refused: declare it DEFAULT 1"
              .formatted(label(column)));
    } else if (start.matches("-?\\d+") && !start.equals("1")) {
      findings.warning(
          "%s has DEFAULT %s, so that a row inserted without it counts its first delivery as %2$s and a cap of n allows %s: declare it DEFAULT 1"
              .formatted(label(column), start, deliveries(start)));
    }
  }

  private static String deliveries(String start) {
    return start.equals("0") ? "n + 1 deliveries" : "another number of deliveries";
  }

  /** The default without the parentheses, quotes and casts that databases print around it. */
  private static String bare(@Nullable String defaultValue) {
    return defaultValue == null
        ? ""
        : defaultValue.replaceAll("::[a-z ]+", "").replaceAll("[()'\\s]", "");
  }

  private void filled(ColumnSpec column, ColumnInfo found) {
    boolean fills = found.generated() || found.defaultValue() != null || found.nullable();
    if (column.generated() && !fills) {
      findings.warning(
          "%s is described as generated, but has neither a default nor an identity: inserts leave it out and fail unless a trigger fills it"
              .formatted(label(column)));
    }
  }
}
