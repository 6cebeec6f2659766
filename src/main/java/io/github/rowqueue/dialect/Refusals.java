package io.github.rowqueue.dialect;

import io.github.rowqueue.error.DialectException;
import io.github.rowqueue.table.ClaimForm;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.QueueClock;
import io.github.rowqueue.table.TableSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What a dialect refuses of a description, each with the reason and what to use instead. */
final class Refusals {

  /** The products that keep arrays in columns. */
  private static final Set<String> WITH_ARRAYS = Set.of("PostgreSQL", "H2");

  private Refusals() {}

  /**
   * The rules that hold on every database.
   *
   * @param product its name as messages say it
   * @param openings how its transactions can be opened
   */
  static void require(TableSpec spec, String product, NameLimit limit, Openings openings) {
    List<String> problems = new ArrayList<>();
    name(problems, product, limit, "schema", spec.table().schema());
    name(problems, product, limit, "table", spec.table().name());
    for (ColumnSpec column : spec.columns()) {
      name(problems, product, limit, "column", column.name());
      if (ValueKind.isArray(column) && !WITH_ARRAYS.contains(product)) {
        problems.add(
            "column %s is read as %s, and %s keeps no arrays: read it as JSON with @Json"
                .formatted(column.name(), column.type().getSimpleName(), product));
      }
    }
    if (spec.form() == ClaimForm.LEASE && spec.clock() == QueueClock.DATABASE) {
      problems.add(leaseOnDatabaseClock());
    }
    problems.addAll(openings.problems(spec, product));
    refuse(spec, problems);
  }

  /** A second guard (B35): no lease statement of such a table is ever built. */
  static void requireLease(TableSpec spec) {
    if (spec.form() != ClaimForm.LEASE) {
      refuse(spec, List.of("a lease statement needs a column that plays @LockedUntil"));
    }
    if (spec.clock() == QueueClock.DATABASE) {
      refuse(spec, List.of(leaseOnDatabaseClock()));
    }
  }

  /**
   * No row lock statement of a table in another form is ever built: it would pass over what holds
   * its rows.
   */
  static void requireRowLock(TableSpec spec) {
    if (spec.form() != ClaimForm.ROW_LOCK) {
      refuse(
          spec,
          List.of(
              "a row lock statement does not see what holds the rows of the form "
                  + spec.form().path()));
    }
  }

  /** No statement of the advisory form is ever built of a table without a lock key. */
  static void requireAdvisory(TableSpec spec) {
    if (spec.form() != ClaimForm.ADVISORY) {
      refuse(spec, List.of("an advisory statement needs a lock key"));
    }
  }

  /** Asks for a fetch beside an own claim, with the text of one that would do. */
  static void fetch(Grammar grammar, TableSpec spec, String product) {
    SqlWriter sql = new SqlWriter(grammar);
    sql.sql("select ").each(spec.columns(), sql::name).sql(" from ").table(spec.table());
    sql.sql(" where ").name(spec.id()).sql(" in (:ids)");
    refuse(
        spec,
        List.of(
            "an own claim yields ids, and %s reads no rows by a list of ids for it: add a fetch to the own statements, such as .fetch(\"%s\")"
                .formatted(product, sql.toText())));
  }

  static void refuse(TableSpec spec, List<String> problems) {
    if (!problems.isEmpty()) {
      throw new DialectException(
          "table %s: %s".formatted(spec.table(), String.join("; ", problems)));
    }
  }

  private static String leaseOnDatabaseClock() {
    return "the lease form binds the host's clock, since the host keeps the expiry it wrote: leave"
        + " clock = DATABASE out";
  }

  private static void name(
      List<String> problems, String product, NameLimit limit, String kind, String name) {
    if (!limit.fits(name)) {
      problems.add(
          "the %s name \"%s\" has %s by %s: shorten it"
              .formatted(kind, name, limit.excess(name), product));
    }
  }
}
