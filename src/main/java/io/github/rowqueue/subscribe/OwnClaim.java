package io.github.rowqueue.subscribe;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/** Code of the service's own that chooses the rows of a claim. Called by several threads. */
@FunctionalInterface
public interface OwnClaim {

  /**
   * Chooses rows. Rowqueue then takes those of them that are unfinished and held by nobody, so it
   * need not lock them; a lock it does take is kept until the claim's transaction ends. In the
   * lease form it is asked apart for rows whose lease ran out: of those it must yield, with a limit
   * that is larger, one is taken.
   *
   * @param connection to be neither committed, rolled back nor closed
   * @return the ids as the driver reads them, in the order of their delivery; what goes beyond the
   *     limit is left out
   * @throws SQLException fails the claim, which is tried again after the backoff of errors
   */
  List<?> claim(Connection connection, Wanted wanted) throws SQLException;

  /**
   * What a claim asks for.
   *
   * @param subscription its name, which is the group in a table with groups
   * @param now the instant of the claim by the host's clock
   * @param limit how many rows are wanted
   */
  record Wanted(String subscription, Instant now, int limit) {}
}
