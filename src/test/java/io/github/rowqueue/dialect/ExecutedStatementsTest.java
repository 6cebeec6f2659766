package io.github.rowqueue.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.table.TableSpec;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The statements of one dialect, run on its database; one small class per database says which. */
abstract class ExecutedStatementsTest extends PreparedStatementsTest {

  private static final Instant LEASE = NOW.plusSeconds(30);

  ExecutedStatementsTest(Dialect dialect) {
    super(dialect);
  }

  @Test
  void a_claim_takes_due_rows_in_order_and_shows_the_attempt_as_it_was() throws SQLException {
    create(ReferenceTables.lease());
    insert(2, -60);
    insert(1, -30);
    insert(1, -60);
    insert(0, +60);
    List<String> rows = claim(dialect.leaseClaim(ReferenceTables.lease()), 2);
    assertThat(rows).hasSize(2);
    assertThat(
            dialect.leaseClaim(ReferenceTables.lease()).ordered()
                ? rows
                : rows.stream().sorted().toList())
        .isEqualTo(
            dialect.leaseClaim(ReferenceTables.lease()).ordered()
                ? List.of("3 attempt 1", "2 attempt 1")
                : List.of("2 attempt 1", "3 attempt 1"));
    assertThat(claim(dialect.leaseClaim(ReferenceTables.lease()), 2))
        .containsExactly("1 attempt 1");
    assertThat(claim(dialect.leaseClaim(ReferenceTables.lease()), 2)).isEmpty();
    assertThat(claim(dialect.leaseClaimSuspect(ReferenceTables.lease()), 2)).isEmpty();
    assertThat(read(1)).isEqualTo("2");
  }

  @Test
  void an_expired_lease_is_taken_by_the_claim_of_suspects_only() throws SQLException {
    create(ReferenceTables.lease());
    insert(1, -60);
    claim(dialect.leaseClaim(ReferenceTables.lease()), 1);
    run(
        new StatementRun().set(Meaning.RETRY_AT, time(NOW)).set(Meaning.LAST_ERROR, null),
        dialect.leaseWrite(ReferenceTables.lease(), Event.HOLD, 1),
        2);
    assertThat(claim(dialect.leaseClaim(ReferenceTables.lease()), 1)).isEmpty();
    assertThat(claim(dialect.leaseClaimSuspect(ReferenceTables.lease()), 1))
        .containsExactly("1 attempt 2");
  }

  @Test
  void a_saturated_attempt_stays_in_its_column() throws SQLException {
    create(ReferenceTables.lease());
    insert(1, -60);
    run("update %s set %s = 32767".formatted(dialect.quote("jobs"), dialect.quote("attempt")));
    assertThat(claim(dialect.leaseClaim(ReferenceTables.lease()), 1)).hasSize(1);
    assertThat(read(1)).isEqualTo("32767");
  }

  @Test
  void a_write_needs_the_token() throws SQLException {
    create(ReferenceTables.lease());
    insert(1, -60);
    claim(dialect.leaseClaim(ReferenceTables.lease()), 1);
    TableSpec spec = ReferenceTables.lease();
    StatementRun values =
        new StatementRun()
            .set(Meaning.NOW, time(NOW))
            .set(Meaning.LAST_ERROR, "because")
            .set(Meaning.DESTINATION, "parked")
            .set(Meaning.RETRY_AT, time(NOW.plusSeconds(60)))
            .set(Meaning.RELEASE_TO, null)
            .set(Meaning.LEASE_UNTIL, time(LEASE.plusSeconds(30)));
    for (Event event : allEvents()) {
      assertThat(run(values, dialect.leaseWrite(spec, event, 1), 3))
          .as(event.kind().name())
          .isZero();
    }
    run("delete from " + dialect.quote("jobs_dead"));
    assertThat(run(values, dialect.leaseWrite(spec, Event.EXTEND, 1), 2)).isOne();
    assertThat(run(values, dialect.leaseWrite(spec, Event.EXTEND, 1), 2)).isZero();
    values.list(Meaning.HELD_UNTIL, time(LEASE), time(LEASE.plusSeconds(30)));
    values.list(Meaning.HELD_ATTEMPT, 2, 2).list(Meaning.ID, 1, 1);
    assertThat(
            values.update(
                connection, dialect.leaseWrite(spec, Event.deadLetterTo(ReferenceTables.DEAD), 2)))
        .isOne();
    assertThat(count("jobs")).isZero();
    assertThat(count("jobs_dead")).isOne();
  }

  @Test
  void a_batch_names_the_rows_it_changed() throws SQLException {
    create(ReferenceTables.lease());
    for (int i = 0; i < 4; i++) {
      insert(i, -60);
    }
    claim(dialect.leaseClaim(ReferenceTables.lease()), 3);
    StatementRun values =
        new StatementRun()
            .set(Meaning.NOW, time(NOW))
            .list(Meaning.ID, 1, 2, 3, 4)
            .list(Meaning.HELD_UNTIL, time(LEASE), time(LEASE), time(LEASE), time(LEASE))
            .list(Meaning.HELD_ATTEMPT, 2, 3, 2, 2);
    assertThat(batch(values, Event.ACK, 4)).containsExactlyInAnyOrder("1", "3");
    assertThat(read(1)).isEqualTo("gone");
    assertThat(read(2)).isEqualTo("2");
    values.list(Meaning.ID, 2).list(Meaning.HELD_ATTEMPT, 2).list(Meaning.EACH_ERROR, "busy");
    assertThat(batch(values, Event.RETRY, 1)).containsExactly("2");
    assertThat(claim(dialect.leaseClaim(ReferenceTables.lease()), 1))
        .containsExactly("2 attempt 2");
  }

  private static List<Event> allEvents() {
    return List.of(
        Event.ACK,
        Event.DROP,
        Event.RETRY,
        Event.RETRY_AFTER,
        Event.HOLD,
        Event.RELEASE,
        Event.EXTEND,
        Event.DEAD_LETTER_TO_GROUP,
        Event.deadLetterTo(ReferenceTables.DEAD));
  }

  private List<String> batch(StatementRun values, Event event, int tokens) throws SQLException {
    Write write = dialect.leaseWriteAll(ReferenceTables.lease(), event, tokens);
    if (write instanceof Write.Returning returning) {
      return values.ids(connection, returning.statement()).stream().map(Object::toString).toList();
    }
    Write.LockThenWrite two = (Write.LockThenWrite) write;
    List<Object> found = values.ids(connection, two.lock());
    List<Object> filled = new ArrayList<>(found);
    while (filled.size() < tokens) {
      filled.add(found.get(0));
    }
    values.list(Meaning.ID, filled.toArray());
    for (Statement part : two.writes()) {
      int unused = values.update(connection, part);
    }
    return found.stream().map(Object::toString).toList();
  }

  List<String> claim(Claim claim, int limit) throws SQLException {
    StatementRun values =
        new StatementRun()
            .set(Meaning.GROUP, "a")
            .set(Meaning.NOW, time(NOW))
            .set(Meaning.LIMIT, limit)
            .set(Meaning.LEASE_UNTIL, time(LEASE))
            .set(Meaning.ATTEMPT_ROOM, 32766);
    int ids = 0;
    if (claim.candidates().isPresent()) {
      List<Object> candidates = values.ids(connection, claim.candidates().get());
      ids = candidates.size();
      values.list(Meaning.ID, candidates.toArray());
    }
    if (claim.candidates().isPresent() && ids == 0) {
      return List.of();
    }
    List<String> ours = new ArrayList<>();
    List<Object> found =
        values.rows(
            connection,
            claim.take(ids),
            row -> {
              ours.add(row.get("id") + " attempt " + row.get("attempt"));
              return row.get("id");
            });
    if (claim.stamps() && !found.isEmpty()) {
      values.list(Meaning.ID, found.toArray());
      assertThat(values.update(connection, claim.stamp(found.size()))).isEqualTo(found.size());
    }
    return ours;
  }

  private int run(StatementRun values, Write.Counted write, int heldAttempt) throws SQLException {
    values
        .list(Meaning.ID, 1)
        .list(Meaning.HELD_UNTIL, time(LEASE))
        .list(Meaning.HELD_ATTEMPT, heldAttempt);
    return values.update(connection, write);
  }

  private String read(int id) throws SQLException {
    List<String> rows =
        new StatementRun()
            .list(Meaning.ID, id)
            .rows(
                connection,
                dialect.leaseRead(ReferenceTables.lease()),
                row -> String.valueOf(row.get("attempt")));
    return rows.isEmpty() ? "gone" : rows.get(0);
  }
}
