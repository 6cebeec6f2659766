package io.github.rowqueue.internal.form;

import io.github.rowqueue.dialect.Claim;
import io.github.rowqueue.dialect.Failure;
import io.github.rowqueue.dialect.Guard;
import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.dialect.Statement;
import io.github.rowqueue.error.StatementException;
import io.github.rowqueue.internal.jdbc.Mark;
import io.github.rowqueue.internal.jdbc.RawRow;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.Values;
import io.github.rowqueue.table.Role;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A claim that starts at the marks of its queue, or is full, as these say. One at a time, in one
 * statement unless the marks left out what was still wanted.
 */
final class MarkedClaim implements RowClaim {

  private static final Logger LOG = LoggerFactory.getLogger(MarkedClaim.class);

  /** A full claim may take this many times as long as the one before. */
  private static final int ROOM = 4;

  private static final Duration LONGEST = Duration.ofHours(1);

  private final FormContext context;
  private final RowClaim full;
  private final LowWaterMark marks;
  private final LongSupplier nanos;
  private final Statement[] from;

  /** The limit of a full claim; touched by one claim at a time. */
  private volatile Duration limit;

  /**
   * A claim that is full by {@code full}.
   *
   * @param from the statement that starts at so many marks
   * @param nanos what tells the time as {@link System#nanoTime} does
   */
  MarkedClaim(
      FormContext context,
      RowClaim full,
      IntFunction<Statement> from,
      LowWaterMark marks,
      LongSupplier nanos) {
    this.context = context;
    this.full = full;
    this.marks = marks;
    this.nanos = nanos;
    this.limit = context.statementTimeout();
    this.from = new Statement[LowWaterMark.MOST_MARKS + 1];
    for (int size = 1; size <= LowWaterMark.MOST_MARKS; size *= 2) {
      this.from[size] = from.apply(size);
    }
  }

  /** A claim by {@code marks}, or {@code claim} alone where its database needs none. */
  static RowClaim of(FormContext context, Claim claim, LowWaterMark marks) {
    RowClaim full = new ClaimRunner(claim, context.table());
    return claim
        .from()
        .<RowClaim>map(from -> new MarkedClaim(context, full, from, marks, System::nanoTime))
        .orElse(full);
  }

  @Override
  public boolean needsTransaction() {
    return full.needsTransaction();
  }

  @Override
  public Optional<Guard> guard() {
    return full.guard();
  }

  @Override
  public List<RawRow> run(Session session, Values values, int wanted) {
    List<Mark> start = marks.begin(nanos.getAsLong());
    try {
      if (start.isEmpty()) {
        return full(session, values, wanted);
      }
      List<RawRow> rows = fromMarks(session, values, wanted, start);
      return rows.size() < wanted && marks.mayVerify(nanos.getAsLong())
          ? withOthers(rows, session, values, wanted)
          : rows;
    } finally {
      marks.end();
    }
  }

  private List<RawRow> fromMarks(Session session, Values values, int wanted, List<Mark> start) {
    Statement statement = from[BatchSize.of(start.size())];
    List<RawRow> rows =
        session.rows(statement, context.table(), values.marks(start).set(Meaning.LIMIT, wanted));
    marks.claimed(places(rows), rows.size() < wanted);
    return rows;
  }

  private List<RawRow> full(Session session, Values values, int wanted) {
    boolean longer = !limit.equals(context.statementTimeout());
    if (longer) {
      session.limit(limit);
    }
    long before = nanos.getAsLong();
    try {
      List<RawRow> rows = full.run(session, values, wanted);
      long after = nanos.getAsLong();
      limit = longest(context.statementTimeout(), Duration.ofNanos((after - before) * ROOM));
      marks.verified(places(rows), rows.size() < wanted, before, after);
      return rows;
    } catch (StatementException failure) {
      marks.notVerified(before, nanos.getAsLong());
      if (context.database().classify(failure) == Failure.RETRYABLE) { // a time-out, perhaps
        limit = limit.compareTo(LONGEST) < 0 ? limit.multipliedBy(2) : limit;
      }
      throw failure;
    } finally {
      if (longer) {
        session.limit(context.statementTimeout());
      }
    }
  }

  private static Duration longest(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? other : one;
  }

  /** A full claim that fails does not take along the rows that are leased already. */
  private List<RawRow> withOthers(List<RawRow> rows, Session session, Values values, int wanted) {
    List<RawRow> all = new ArrayList<>(rows);
    try {
      all.addAll(full(session, values, wanted - rows.size()));
    } catch (StatementException failure) {
      if (rows.isEmpty()) {
        throw failure;
      }
      LOG.warn(
          "{}: a look for rows elsewhere failed and is made again; the {} rows found go on",
          context.where(),
          rows.size(),
          failure);
      context.failures().accept(failure);
    }
    return ClaimOrder.sort(all, context.table().spec());
  }

  /**
   * Where the first row of each priority stands; of rows that cannot be read nothing is remembered.
   */
  private List<Mark> places(List<RawRow> rows) {
    List<Mark> places = new ArrayList<>(1);
    Object priority = null;
    for (RawRow row : rows) {
      if (!places.isEmpty() && Objects.equals(priority, row.cell(Role.PRIORITY))) {
        continue;
      }
      priority = row.cell(Role.PRIORITY);
      Optional<Mark> place = Mark.of(row, context.table().spec());
      if (place.isEmpty()) {
        marks.forget();
        return List.of();
      }
      places.add(place.get());
    }
    return places;
  }
}
