package io.github.rowqueue.dialect;

import io.github.rowqueue.error.DialectException;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.TableSpec;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What one database's SQL looks like: pure text and named parameters, built once when a
 * subscription starts, never per message. A dialect refuses ({@link
 * io.github.rowqueue.error.DialectException}) what its database cannot do; it never approximates.
 *
 * <p>Statements are named {@code <dialect>/<form>/<verb>}. Implementations are immutable and
 * thread-safe. A service may implement this interface to wrap a built-in dialect and change one
 * statement.
 */
public interface Dialect {

  /**
   * The first part of every statement's name: {@code postgresql}, {@code mysql}, {@code mariadb},
   * {@code sqlite}, {@code h2}.
   */
  String name();

  /**
   * Refuses a server this dialect cannot serve, with both versions in the message.
   *
   * @param product the product name the driver reports
   * @param version the version text the server reports
   * @throws io.github.rowqueue.error.DialectException if the server is too old, or its version
   *     unreadable
   */
  void requireServer(String product, String version);

  /**
   * Refuses a description this database cannot serve: a form it lacks, a name too long.
   *
   * @throws io.github.rowqueue.error.DialectException with the reason and what to use instead
   */
  void requireTable(TableSpec spec);

  /**
   * Refuses a description whose handlers cannot be given a transaction of their own: one at a level
   * at which its settlement would meet what was written since it began.
   *
   * @throws io.github.rowqueue.error.DialectException with the reason and what to use instead
   */
  void requireTransactions(TableSpec spec);

  /**
   * Whether one writer at a time is all the database allows (SQLite), so that writes queue in the
   * process.
   */
  boolean singleWriter();

  /**
   * The most rows of one {@link #leaseWriteAll}: more take longer each, or hold their locks for
   * longer than is gained. 128 where a dialect does not say otherwise.
   */
  default int largestBatch() {
    return 128;
  }

  /**
   * The text that opens a transaction, where that is safer or cheaper than the driver's own way;
   * empty for the latter ({@code setAutoCommit(false)}).
   */
  Optional<String> begin();

  /** What an error of this database's driver means. Either argument may say nothing. */
  Failure classify(@Nullable String sqlState, int vendorCode);

  /** Reads the server's version text: one row, one column. */
  Statement serverVersion();

  /** Reads the server's clock: one row, one column, microseconds since the epoch. */
  Statement serverTime();

  /**
   * Takes one claimable row of a row lock table and keeps it locked in the transaction that runs
   * it.
   */
  Claim rowLockClaim(TableSpec spec);

  /** Settles one row in the transaction that claimed it; addressed by {@code ID[0]}. */
  Write.Counted rowLockSettle(TableSpec spec, Event event);

  /** Leases up to {@code LIMIT} rows that nobody holds ({@code locked_until} null). */
  Claim leaseClaim(TableSpec spec);

  /** Leases up to {@code LIMIT} rows whose lease ran out: their holder died, or was too slow. */
  Claim leaseClaimSuspect(TableSpec spec);

  /**
   * Takes the heads of lanes, in the form of the table: of its partition keys, where {@link
   * TableSpec#fifoKeys()}, whose rows without a key are then all that the other claims of fresh
   * rows take; or of its groups, where {@link TableSpec#fifoGroups()}.
   */
  LaneClaim laneClaim(TableSpec spec);

  /**
   * Frees the parked head of a key, which is bound as the {@code COLUMN} of its role, with its
   * first attempt before it; the update count says whether there was one. Of tables whose heads
   * stay ({@link io.github.rowqueue.table.HeadFailure#PARK}).
   */
  Statement releaseHead(TableSpec spec);

  /**
   * Settles, extends or releases the row {@code ID[0]}, if it carries one of the tokens.
   *
   * @param tokens how many (id, expiry, attempt) triples are named: 1, or more after an extension
   *     of unknown outcome
   */
  Write.Counted leaseWrite(TableSpec spec, Event event, int tokens);

  /**
   * As {@link #leaseWrite} for many deliveries in one go, skipping locked rows. Error and due time
   * are each row's own ({@link Param.Meaning#EACH_ERROR} and the like); what else is written is the
   * same for all rows: {@link Param.Meaning#NOW}, {@link Param.Meaning#LEASE_UNTIL}, {@link
   * Param.Meaning#RELEASE_TO}, {@link Param.Meaning#DESTINATION}. A description without the role of
   * last_error leaves each row's own.
   */
  Write leaseWriteAll(TableSpec spec, Event event, int tokens);

  /**
   * Reads the row {@code ID[0]} to tell what became of it: one row if it still exists unfinished,
   * with the columns locked_until (in the row lock form id) and, where the table has it, attempt.
   */
  Statement leaseRead(TableSpec spec);

  /**
   * How rows of the advisory form are chosen, locked by their keys and taken.
   *
   * @param ownLocks whether the service locks keys by statements of its own, so that no statement
   *     here may ask who holds a key
   */
  AdvisoryClaim advisoryClaim(TableSpec spec, boolean ownLocks);

  /**
   * Settles or releases the row {@code ID[0]} in the attempt of its take, {@code HELD_ATTEMPT[0]},
   * where the table has one.
   *
   * @param onSession whether it runs on the session that holds {@code KEY}, and may ask for it
   */
  Write.Counted advisorySettle(TableSpec spec, Event event, boolean onSession);

  /**
   * Reads the row {@code ID[0]} and locks it where rows can be: one row if it exists unfinished,
   * with its id and, where the table has it, its attempt.
   *
   * @param onSession as in {@link #advisorySettle}
   */
  Statement advisoryFind(TableSpec spec, boolean onSession);

  /**
   * Takes rows that a claim of the service's own has chosen, of which nothing but the ids is known:
   * the {@code take} locks those that are unfinished and held by nobody and reads them, skipping
   * what others lock, and in the lease form the {@code stamp} leases them.
   *
   * @param suspects in the lease form, whether rows are meant whose lease ran out, or else rows
   *     under no lease
   */
  Claim claimByIds(TableSpec spec, boolean suspects);

  /**
   * Refuses to read the rows of a claim of the service's own where the service gives no fetch
   * beside it (B274).
   *
   * @throws io.github.rowqueue.error.DialectException with the fetch to add
   */
  void requireFetch(TableSpec spec);

  /**
   * Inserts one row with values for {@code columns}, each bound as {@code COLUMN[its place in the
   * description]}.
   *
   * @param stamp a column beside those, which the statement fills with the database's own time of
   *     this statement (not of its transaction, where the database knows the difference), so that
   *     neither a host's clock nor an old transaction changes the order of rows
   */
  Statement insert(TableSpec spec, List<ColumnSpec> columns, Optional<Stamp> stamp);

  /**
   * Inserts {@code rows} rows with one statement, each as {@link #insert} does; its parameters are
   * those of one row, row by row.
   *
   * @return empty, where the driver's batch of {@link #insert} does it
   */
  default Optional<Statement> insertRows(
      TableSpec spec, List<ColumnSpec> columns, Optional<Stamp> stamp, int rows) {
    return Optional.empty();
  }

  /**
   * An {@link #insert} that leaves a row alone that is there already, with the same values in the
   * columns {@code unique}, over which the table has a unique index: it then changes no row, or
   * raises what {@link #isDuplicate} knows, and the transaction goes on either way. Any other
   * constraint raises as ever.
   */
  Statement insertIfAbsent(TableSpec spec, Statement insert, List<ColumnSpec> unique);

  /**
   * Whether an error of {@link #insertIfAbsent} says that the row is there already.
   *
   * @param message the driver's text, in whatever language
   * @param index the unique index over the columns that were given
   */
  boolean isDuplicate(String message, int vendorCode, TableSpec spec, String index);

  /** The CREATE TABLE and CREATE INDEX statements that would satisfy the description. */
  List<String> ddl(TableSpec spec);

  /**
   * The CREATE INDEX statements a table of this description needs for its claims, in the order of
   * use.
   */
  List<String> indexDdl(TableSpec spec);

  /**
   * The ALTER TABLE that would add {@code column}, or, if the table has it, make it NOT NULL as the
   * role needs.
   */
  String fixDdl(TableSpec spec, ColumnSpec column, boolean exists);

  /** How one process wakes another; empty where the database has no such thing. */
  default Optional<Channels> channels() {
    return Optional.empty();
  }

  /**
   * The function and the trigger that notify other processes of rows which others than Rowqueue
   * insert; for services that use {@code listenNotify()}.
   *
   * @throws io.github.rowqueue.error.DialectException if the database has no notifications
   */
  default List<String> notifyDdl(TableSpec spec) {
    return channels()
        .orElseThrow(
            () ->
                new DialectException(
                    "table %s: no trigger notifies on %s, since PostgreSQL alone has LISTEN and NOTIFY: leave it to the poll"
                        .formatted(spec.table(), name())))
        .ddl(spec);
  }

  /** A name as this database quotes it, inner quotes doubled. */
  String quote(String name);
}
