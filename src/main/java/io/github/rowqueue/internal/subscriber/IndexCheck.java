package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.internal.jdbc.IndexInfo;
import io.github.rowqueue.internal.jdbc.TableInfo;
import io.github.rowqueue.table.ClaimForm;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.HeadFailure;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Whether a table has the indexes its settlements and claims need. Needs no database. */
final class IndexCheck {

  private static final List<Role> LANE = List.of(Role.GROUP);
  private static final List<Role> LANE_OF_KEY = List.of(Role.GROUP, Role.PARTITION_KEY);

  /** What a claim compares for equality. */
  private static final List<Role> FIXED = List.of(Role.GROUP, Role.PROCESSED_AT, Role.LOCKED_UNTIL);

  private static final List<Role> FIXED_BY_KEY =
      List.of(Role.GROUP, Role.PROCESSED_AT, Role.LOCKED_UNTIL, Role.PARTITION_KEY);

  private final TableSpec spec;
  private final TableInfo info;
  private final Dialect dialect;
  private final Findings findings;

  private IndexCheck(TableSpec spec, TableInfo info, Dialect dialect, Findings findings) {
    this.spec = spec;
    this.info = info;
    this.dialect = dialect;
    this.findings = findings;
  }

  /** Only what settlements need, for a claim of the service's own, which has its own needs. */
  static void checkId(TableSpec spec, TableInfo info, Dialect dialect, Findings findings) {
    new IndexCheck(spec, info, dialect, findings).id();
  }

  static void check(TableSpec spec, TableInfo info, Dialect dialect, Findings findings) {
    IndexCheck check = new IndexCheck(spec, info, dialect, findings);
    check.id();
    List<String> wanted = dialect.indexDdl(spec);
    if (!wanted.isEmpty()) {
      check.claimOrder(wanted);
      check.suspects(wanted);
      check.keysInWork(wanted);
    }
  }

  /** Settling by an id that is not unique would finish other rows (rule 25). */
  private void id() {
    String id = spec.id().name();
    boolean unique =
        info.indexes().stream()
            .anyMatch(
                index ->
                    index.unique()
                        && index.predicate() == null
                        && index.columns().size() == 1
                        && info.same(index.columns().get(0), id));
    if (!unique) {
      findings.problem(
          "column %s (@Id) has no unique index of its own, so that a settlement by it could finish other rows: make it the primary key, or add a unique index over exactly it"
              .formatted(id),
          "create unique index %s on %s (%s)"
              .formatted(
                  dialect.quote(spec.table().name() + "_" + id), table(), dialect.quote(id)));
    }
  }

  private String table() {
    String schema = spec.table().schema();
    String name = dialect.quote(spec.table().name());
    return schema.isEmpty() ? name : dialect.quote(schema) + "." + name;
  }

  private void claimOrder(List<String> wanted) {
    List<String> order = order();
    List<String> lane = names(spec.fifoKeys() ? LANE_OF_KEY : LANE);
    List<IndexInfo> serving =
        info.indexes().stream()
            .filter(index -> begins(index, lane) && serves(index, order, " is null"))
            .toList();
    if (serving.isEmpty()) {
      findings.warning(
          "no index begins with the claim order (%s), so that every claim reads and may lock all rows that wait: create it"
              .formatted(
                  Stream.concat(lane.stream(), order.stream()).collect(Collectors.joining(", "))),
          wanted.get(0));
      return;
    }
    Optional<String> processed = spec.column(Role.PROCESSED_AT).map(ColumnSpec::name);
    if (processed.isPresent()
        && wanted.get(0).contains(dialect.quote(processed.get()))
        && serving.stream().noneMatch(index -> leavesOut(index, processed.get()))) {
      findings.warning(
          "the index %s also holds the rows that are processed and kept, which a claim reads past when few are left: create one without them"
              .formatted(serving.get(0).name()),
          wanted.get(0));
    }
  }

  /** The look for rows whose holder died goes through an index of its own where there is one. */
  private void suspects(List<String> wanted) {
    if (spec.form() != ClaimForm.LEASE || wanted.size() < 2) {
      return;
    }
    List<String> lease = names(Role.LOCKED_UNTIL);
    if (info.indexes().stream().noneMatch(index -> serves(index, lease, " is not null"))) {
      findings.warning(
          "no index leads to column %s (@LockedUntil), so that the look for rows whose holder died reads all rows: create it"
              .formatted(lease.get(0)),
          wanted.get(1));
    }
  }

  /**
   * Where an index can be of the rows in work alone, claims of keys look there, and it keeps two
   * rows of a key out of work whatever else fails.
   */
  private void keysInWork(List<String> wanted) {
    if (!spec.fifoKeys() || spec.form() != ClaimForm.LEASE || wanted.size() < 3) {
      return;
    }
    List<String> key = names(LANE_OF_KEY);
    boolean found =
        info.indexes().stream()
            .anyMatch(
                index ->
                    index.unique()
                        && index.predicate() != null
                        && sameColumns(index, key)
                        && impliedByClaim(index.predicate(), " is not null"));
    if (!found) {
      findings.warning(
          "no unique index is kept of the keys in work (%s), where claims look whether a key is free, and which would keep two rows of a key out of work whatever else fails: create it"
              .formatted(String.join(", ", key)),
          wanted.get(2));
    }
  }

  private boolean sameColumns(IndexInfo index, List<String> names) {
    return index.columns().size() == names.size() && begins(index, names);
  }

  /** The columns that rows of one lane are ordered by. */
  private List<String> order() {
    return spec.fifoKeys() && spec.onHeadFailure() != HeadFailure.SKIP
        ? names(Role.PRIORITY, Role.ID)
        : names(Role.PRIORITY, Role.RETRY_AFTER, Role.ID);
  }

  private List<String> names(Role... roles) {
    return names(List.of(roles));
  }

  private List<String> names(List<Role> roles) {
    List<String> names = new ArrayList<>();
    for (Role role : roles) {
      spec.column(role).map(ColumnSpec::name).ifPresent(names::add);
    }
    return names;
  }

  /** Whether the index is one of unfinished rows: by its condition, or by its leading columns. */
  private boolean leavesOut(IndexInfo index, String processed) {
    return index.predicate() != null
        ? normal(index.predicate()).contains(normal(processed + " is null"))
        : prefix(index, List.of()).stream().anyMatch(name -> info.same(name, processed));
  }

  /**
   * Whether the index yields rows in the order {@code order}, once the columns are fixed that the
   * claim compares for equality.
   *
   * @param lease what the claim asks of the lease column
   */
  private boolean serves(IndexInfo index, List<String> order, String lease) {
    int from = prefix(index, order).size();
    boolean ordered = index.columns().size() - from >= order.size();
    for (int i = 0; ordered && i < order.size(); i++) {
      ordered = info.same(index.columns().get(from + i), order.get(i));
    }
    return index.ordered() && ordered && impliedByClaim(index.predicate(), lease);
  }

  private boolean begins(IndexInfo index, List<String> lane) {
    return lane.stream()
        .allMatch(
            column -> prefix(index, List.of()).stream().anyMatch(name -> info.same(name, column)));
  }

  /** The leading columns that a claim compares for equality, as far as they are not ordered by. */
  private List<String> prefix(IndexInfo index, List<String> order) {
    List<String> prefix = new ArrayList<>();
    for (String column : index.columns()) {
      boolean fixed =
          names(spec.fifoKeys() ? FIXED_BY_KEY : FIXED).stream()
              .anyMatch(name -> info.same(name, column));
      if (!fixed || order.stream().anyMatch(name -> info.same(name, column))) {
        break;
      }
      prefix.add(column);
    }
    return prefix;
  }

  /** A partial index serves only if each part of its condition is one of the claim's. */
  private boolean impliedByClaim(@Nullable String predicate, String lease) {
    if (predicate == null) {
      return true;
    }
    List<String> known = new ArrayList<>();
    names(Role.PROCESSED_AT).forEach(name -> known.add(normal(name + " is null")));
    names(Role.LOCKED_UNTIL).forEach(name -> known.add(normal(name + lease)));
    return List.of(predicate.split("(?i)\\band\\b", -1)).stream()
        .allMatch(part -> known.contains(normal(part)));
  }

  private static String normal(String condition) {
    return condition.replaceAll("[()\"`\\[\\]\\s]", "").toLowerCase(Locale.ROOT);
  }
}
