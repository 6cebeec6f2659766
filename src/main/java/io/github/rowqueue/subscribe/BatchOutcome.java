package io.github.rowqueue.subscribe;

import java.util.List;

/**
 * What a batch handler means to happen to the rows of its list: one outcome for all, or one for
 * each. Immutable.
 */
public sealed interface BatchOutcome {

  /** The same outcome for every row. */
  static BatchOutcome all(Outcome outcome) {
    return new All(outcome);
  }

  /** One outcome per row, by position in the list the handler was given (B128). */
  static BatchOutcome each(List<? extends Outcome> outcomes) {
    return new Each(List.copyOf(outcomes));
  }

  /**
   * The outcomes of {@code rows} rows.
   *
   * @throws IllegalStateException if there is one outcome per row and their number is another:
   *     every row then counts as a failed attempt, since nobody can tell which outcome belongs to
   *     which
   */
  List<Outcome> outcomes(int rows);

  /**
   * See {@link BatchOutcome#all}.
   *
   * @param outcome the outcome
   */
  record All(Outcome outcome) implements BatchOutcome {
    @Override
    public List<Outcome> outcomes(int rows) {
      return java.util.Collections.nCopies(rows, outcome);
    }
  }

  /**
   * See {@link BatchOutcome#each}.
   *
   * @param outcomes by position
   */
  record Each(List<Outcome> outcomes) implements BatchOutcome {
    /** Copies the list. */
    public Each {
      outcomes = List.copyOf(outcomes);
    }

    @Override
    public List<Outcome> outcomes(int rows) {
      if (outcomes.size() != rows) {
        throw new IllegalStateException(
            "the batch handler was given %d messages and returned %d outcomes; return one each, or BatchOutcome.all(…)"
                .formatted(rows, outcomes.size()));
      }
      return outcomes;
    }
  }
}
