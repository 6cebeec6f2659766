package io.github.rowqueue.internal.form;

import io.github.rowqueue.internal.jdbc.RawRow;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Claim order for rows that a database returns in none: priority, retry_after, id (B44). */
final class ClaimOrder {

  private ClaimOrder() {}

  static List<RawRow> sort(List<RawRow> rows, TableSpec spec) {
    if (rows.size() < 2) {
      return rows;
    }
    Comparator<RawRow> byId = (one, other) -> compare(one.id().raw(), other.id().raw());
    return rows.stream()
        .sorted(
            by(Role.PRIORITY, spec).thenComparing(by(Role.RETRY_AFTER, spec)).thenComparing(byId))
        .toList();
  }

  private static Comparator<RawRow> by(Role role, TableSpec spec) {
    return spec.has(role)
        ? (one, other) -> compare(one.cell(role), other.cell(role))
        : Comparator.comparing(row -> 0);
  }

  /** Compares as the database does within one column; what cannot be compared counts as equal. */
  private static int compare(@Nullable Object one, @Nullable Object other) {
    if (one instanceof Number a && other instanceof Number b) {
      return new BigDecimal(a.toString()).compareTo(new BigDecimal(b.toString()));
    }
    if (one instanceof Instant a && other instanceof Instant b) {
      return a.compareTo(b);
    }
    if (one instanceof byte[] a && other instanceof byte[] b) {
      return Arrays.compareUnsigned(a, b);
    }
    return one instanceof String a && other instanceof String b ? a.compareTo(b) : 0;
  }
}
