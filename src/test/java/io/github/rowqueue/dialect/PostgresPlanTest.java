package io.github.rowqueue.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.servers.TestDatabase;
import io.github.rowqueue.servers.TestDatabases;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import io.github.rowqueue.table.TableSpecBuilder;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the claims of the dialect read on PostgreSQL, as it counts itself: the index in claim order,
 * and of it little more than the rows they take, whatever stands before or behind these and
 * whatever the statistics say.
 */
final class PostgresPlanTest {

  private static final int ROWS = Boolean.getBoolean("rowqueue.thorough") ? 1_000_000 : 100_000;
  private static final int LIMIT = 20;
  private static final String LEASED_UNTIL = "2100-01-01 00:00:00+00";
  private static final ObjectMapper JSON = new ObjectMapper();

  private static TestDatabase database;
  private static Connection connection;

  /** What fills a table before the rows that are claimed. */
  enum State {
    FEW(false, "waiting 1000"),
    BACKLOG(false, "waiting"),
    BACKLOG_NEVER_ANALYZED(true, "waiting"),
    BACKLOG_ANALYZED_WHEN_ALL_WAS_FINISHED(true, "finished", "analyze", "waiting"),
    BACKLOG_ANALYZED_WHEN_ALL_WAS_IN_WORK(true, "leased", "analyze", "waiting"),
    /** For settlements: what an update of all rows leaves is the low-water mark's to skip. */
    ANALYZED_BEFORE_ALL_WAS_IN_WORK(true, "waiting", "analyze", "lease"),
    FINISHED_KEPT(false, "finished"),
    FINISHED_KEPT_ANALYZED_WHEN_ALL_WAITED(true, "waiting", "analyze", "finish", "vacuum"),
    DELAYED(false, "delayed"),
    IN_WORK(false, "leased", "waiting 1000"),
    RUN_OUT(false, "run-out", "waiting 1000"),
    OTHERS_IN_FRONT(false, "waiting", "others", "waiting 1000"),
    OTHERS_IN_FRONT_ANALYZED_BEFORE(true, "waiting", "analyze", "others", "vacuum", "waiting 1000"),
    ALL(false, "finished", "delayed", "leased", "waiting");

    private final boolean stale;
    private final List<String> steps;

    State(boolean stale, String... steps) {
      this.stale = stale;
      this.steps = List.of(steps);
    }
  }

  /** Which roles a table has; every one has an id and a payload. */
  enum Shape {
    LEASE(Role.LOCKED_UNTIL, Role.GROUP, Role.PRIORITY, Role.RETRY_AFTER, Role.PROCESSED_AT),
    LEASE_BARE(Role.LOCKED_UNTIL),
    LEASE_OF_GROUPS(Role.LOCKED_UNTIL, Role.GROUP),
    LEASE_WITHOUT_PRIORITY(Role.LOCKED_UNTIL, Role.GROUP, Role.RETRY_AFTER, Role.PROCESSED_AT),
    LEASE_WITHOUT_GROUP(Role.LOCKED_UNTIL, Role.PRIORITY, Role.RETRY_AFTER),
    LEASE_WITHOUT_RETRY_AFTER(Role.LOCKED_UNTIL, Role.GROUP, Role.PRIORITY, Role.PROCESSED_AT),
    ROW_LOCK(Role.GROUP, Role.PRIORITY, Role.RETRY_AFTER, Role.PROCESSED_AT),
    ROW_LOCK_BARE,
    ROW_LOCK_OF_GROUPS(Role.GROUP),
    ROW_LOCK_WITHOUT_PRIORITY(Role.GROUP, Role.RETRY_AFTER, Role.PROCESSED_AT);

    private final TableSpec spec;

    Shape(Role... roles) {
      TableSpecBuilder builder =
          TableSpec.builder("plan")
              .add(new ColumnSpec("id", Role.ID, Long.class, true, false, false))
              .add(ReferenceTables.role("payload", Role.PAYLOAD, String.class, false));
      for (Role role : roles) {
        switch (role) {
          case GROUP -> builder.add(ReferenceTables.role("grp", role, String.class, false));
          case PRIORITY ->
              builder.add(ReferenceTables.role("priority", role, Integer.class, false));
          case RETRY_AFTER ->
              builder.add(ReferenceTables.role("retry_after", role, Instant.class, false));
          case LOCKED_UNTIL -> builder.lockedUntil("locked_until");
          default -> builder.add(ReferenceTables.role("processed_at", role, Instant.class, true));
        }
      }
      this.spec = builder.build();
    }

    boolean holds(State state) {
      return state.steps.stream()
          .allMatch(
              step ->
                  switch (step) {
                    case "finished", "finish" -> spec.has(Role.PROCESSED_AT);
                    case "delayed" -> spec.has(Role.RETRY_AFTER);
                    case "others" -> spec.has(Role.GROUP);
                    case "leased", "lease", "run-out" -> spec.has(Role.LOCKED_UNTIL);
                    default -> true;
                  });
    }
  }

  /** The whole table in every state, the others where they could differ. */
  static Stream<Object[]> cases() {
    return Stream.of(Shape.values())
        .flatMap(
            shape ->
                Stream.of(State.values())
                    .filter(shape::holds)
                    .filter(state -> state != State.ANALYZED_BEFORE_ALL_WAS_IN_WORK)
                    .filter(
                        state ->
                            shape == Shape.LEASE
                                || Boolean.getBoolean("rowqueue.thorough")
                                || state == State.BACKLOG_NEVER_ANALYZED
                                || state == State.DELAYED
                                || state == State.OTHERS_IN_FRONT_ANALYZED_BEFORE
                                || state == State.BACKLOG)
                    .map(state -> new Object[] {shape, state}));
  }

  @BeforeAll
  static void open() throws SQLException {
    database = TestDatabases.create(DatabaseKind.POSTGRESQL);
    connection = database.dataSource().getConnection();
  }

  @AfterAll
  static void close() throws SQLException {
    connection.close();
    database.close();
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("cases")
  @DisplayName("Issue 6: a claim reads the claim-order index and at most 3n + 50 rows")
  void claims_read_little_more_than_they_take(Shape shape, State state) throws Exception {
    fill(shape.spec, state);
    for (String mode : List.of("force_generic_plan", "force_custom_plan")) {
      run("set plan_cache_mode = " + mode);
      for (Statement claim : claims(shape.spec)) {
        Reading reading = read(claim, shape.spec);
        String as = "%s, %s:\n%s\n%s".formatted(claim.name(), mode, claim.sql(), reading.plan);
        assertThat(reading.rows).as(as).isLessThanOrEqualTo(3L * LIMIT + 50);
        assertThat(reading.blocks).as(as).isLessThanOrEqualTo(5L * LIMIT + 50);
        assertThat(reading.sorted).as(as).isLessThanOrEqualTo(LIMIT);
        assertThat(reading.indexes).as(as).isSubsetOf("plan_claim", "plan_suspect", "plan_pkey");
        assertThat(reading.found).as(as).isEqualTo(expected(claim, state));
      }
    }
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(ints = {1, LIMIT})
  @DisplayName(
      "Issue 6: a settlement and an extension find their rows by id, and read no others in work")
  void settlements_read_what_they_settle(int rows) throws Exception {
    TableSpec spec = Shape.LEASE.spec;
    fill(spec, State.ANALYZED_BEFORE_ALL_WAS_IN_WORK);
    for (String mode : List.of("force_generic_plan", "force_custom_plan")) {
      run("set plan_cache_mode = " + mode);
      for (Event event : List.of(Event.ACK, Event.DROP, Event.RELEASE, Event.EXTEND)) {
        Statement write = write(spec, event, rows);
        Reading reading = read(write, spec);
        String as = "%s, %s:\n%s\n%s".formatted(write.name(), mode, write.sql(), reading.plan);
        assertThat(reading.indexes).as(as).containsOnly("plan_pkey");
        assertThat(reading.rows).as(as).isBetween((long) rows, 2L * rows);
      }
    }
  }

  private static Statement write(TableSpec spec, Event event, int rows) {
    if (rows == 1) {
      return Dialects.postgresql().leaseWrite(spec, event, 1).statements().get(0);
    }
    return ((Write.Returning) Dialects.postgresql().leaseWriteAll(spec, event, rows)).statement();
  }

  private static int expected(Statement claim, State state) {
    if (claim.name().endsWith("-suspect")) {
      return state == State.RUN_OUT ? LIMIT : 0;
    }
    return state.steps.stream().anyMatch(step -> step.startsWith("waiting"))
            && !state.steps.contains("finish")
        ? LIMIT
        : 0;
  }

  private static List<Statement> claims(TableSpec spec) {
    Dialect dialect = Dialects.postgresql();
    if (!spec.has(Role.LOCKED_UNTIL)) {
      return List.of(dialect.rowLockClaim(spec).take(0));
    }
    Claim claim = dialect.leaseClaim(spec);
    return List.of(
        claim.take(0),
        claim.from().orElseThrow().apply(2),
        dialect.leaseClaimSuspect(spec).take(0));
  }

  private static void fill(TableSpec spec, State state) throws SQLException {
    run("drop table if exists plan");
    for (String ddl : Dialects.postgresql().ddl(spec)) {
      run(ddl.replace("create table", "create unlogged table"));
    }
    run("alter table plan set (autovacuum_enabled = off)");
    for (String step : state.steps) {
      switch (step) {
        case "analyze", "vacuum" -> run(step + " plan");
        case "finish" -> run("update plan set processed_at = now()");
        case "lease" -> run("update plan set locked_until = '%s'".formatted(LEASED_UNTIL));
        case "others" -> run("update plan set grp = 'b'");
        case "waiting 1000" -> insert(spec, "waiting", 1000);
        default -> insert(spec, step, ROWS);
      }
    }
    run(state.stale ? "checkpoint" : "vacuum analyze plan");
  }

  /** Rows whose claim order has nothing to do with the order of their insertion. */
  private static void insert(TableSpec spec, String kind, int rows) throws SQLException {
    Map<Role, String> values = new EnumMap<>(Role.class);
    values.put(Role.PAYLOAD, "'a payload of a row'");
    values.put(Role.GROUP, "'a'");
    values.put(Role.PRIORITY, kind.equals("waiting") ? "5 + n % 3" : "0");
    values.put(
        Role.RETRY_AFTER,
        kind.equals("delayed")
            ? "now() + interval '1 day'"
            : "now() - (mod(n * 7919, %d) + 1) * interval '1 millisecond'".formatted(rows));
    values.put(Role.PROCESSED_AT, kind.equals("finished") ? "now()" : "null");
    values.put(
        Role.LOCKED_UNTIL,
        switch (kind) {
          case "leased" -> "now() + interval '1 day'";
          case "run-out" -> "now() - interval '1 hour' + n * interval '1 microsecond'";
          default -> "null";
        });
    List<ColumnSpec> columns =
        spec.columns().stream().filter(column -> !column.plays(Role.ID)).toList();
    run(
        "insert into plan (%s) select %s from generate_series(1, %d::bigint) n"
            .formatted(
                columns.stream().map(ColumnSpec::name).collect(Collectors.joining(", ")),
                columns.stream()
                    .map(
                        column ->
                            "(" + values.get(column.role().orElseThrow()) + ")" + castOf(column))
                    .collect(Collectors.joining(", ")),
                rows));
  }

  private static String castOf(ColumnSpec column) {
    return column.type() == Instant.class ? "::timestamptz" : "";
  }

  /** Runs {@code claim} under EXPLAIN, by values the plan does not know, and undoes it. */
  private static Reading read(Statement claim, TableSpec spec) throws SQLException, IOException {
    StringBuilder text = new StringBuilder();
    int position = 1;
    for (String part : claim.sql().split("\\?", -1)) {
      text.append(position == 1 ? "" : "$" + (position - 1)).append(part);
      position++;
    }
    connection.setAutoCommit(false);
    run("deallocate all");
    String types =
        claim.params().stream().map(PostgresPlanTest::type).collect(Collectors.joining(", "));
    run("prepare claim" + (types.isEmpty() ? "" : "(" + types + ")") + " as " + text);
    String values =
        claim.params().stream().map(PostgresPlanTest::value).collect(Collectors.joining(", "));
    try (java.sql.Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "explain (analyze, buffers, timing off, format json) execute claim"
                    + (values.isEmpty() ? "" : "(" + values + ")"))) {
      rows.next();
      return new Reading(JSON.readTree(rows.getString(1)).get(0).get("Plan"));
    } finally {
      connection.rollback();
      connection.setAutoCommit(true);
    }
  }

  private static String value(Param param) {
    return switch (param.meaning()) {
      case GROUP -> "'a'";
      case NOW -> "now()";
      case ID -> "'1'";
      case IDS -> array(IntStream.rangeClosed(1, LIMIT).mapToObj(String::valueOf));
      case HELD_UNTIL -> "'%s'".formatted(LEASED_UNTIL);
      case HELD_UNTILS ->
          array(IntStream.range(0, LIMIT).mapToObj(i -> "\"%s\"".formatted(LEASED_UNTIL)));
      case RELEASE_TO -> "null";
      case LEASE_UNTIL -> "now() + interval '30 seconds'";
      case LIMIT -> "'%d'".formatted(LIMIT);
      case MARK_PRIORITY -> param.index() == 0 ? "'0'" : "'5'";
      case MARK_DUE -> "'2000-01-01'";
      case MARK_ID -> "'0'";
      default -> throw new IllegalArgumentException(param.toString());
    };
  }

  private static String type(Param param) {
    return switch (param.meaning()) {
      case IDS -> "bigint[]";
      case HELD_UNTILS -> "timestamptz[]";
      default -> "unknown";
    };
  }

  private static String array(Stream<String> values) {
    return values.collect(Collectors.joining(",", "'{", "}'"));
  }

  private static void run(String sql) throws SQLException {
    try (java.sql.Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** What one execution read, by its plan. */
  private static final class Reading {

    private final String plan;
    private final long found;
    private final List<String> indexes = new ArrayList<>();
    private long rows;
    private long blocks;
    private long sorted;

    Reading(JsonNode plan) {
      this.plan = plan.toPrettyString();
      this.found = plan.path("Actual Rows").asLong();
      add(plan);
    }

    private void add(JsonNode node) {
      String type = node.path("Node Type").asText();
      if (type.endsWith("Sort")) {
        sorted = Math.max(sorted, all(node, "Actual Rows"));
      }
      if (type.endsWith("Scan") && (node.has("Relation Name") || node.has("Index Name"))) {
        scan(node, type);
        return; // a bitmap's index is counted with it
      }
      IntStream.range(0, node.path("Plans").size()).forEach(i -> add(node.path("Plans").get(i)));
    }

    private void scan(JsonNode node, String type) {
      JsonNode bitmap = node.path("Plans").path(node.path("Plans").size() - 1);
      String index = node.path("Index Name").asText(bitmap.path("Index Name").asText(type));
      indexes.add(index);
      rows +=
          all(node, "Actual Rows")
              + all(node, "Rows Removed by Filter")
              + all(node, "Rows Removed by Index Recheck");
      if (!index.equals("plan_pkey")) { // by id, after the rows were found
        blocks +=
            node.path("Shared Hit Blocks").asLong() + node.path("Shared Read Blocks").asLong();
      }
    }

    private static long all(JsonNode node, String key) {
      return node.path(key).asLong() * node.path("Actual Loops").asLong();
    }
  }
}
