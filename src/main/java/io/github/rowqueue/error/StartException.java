package io.github.rowqueue.error;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code start()} refuses to start: one report of all problems of all subscriptions, each naming
 * subscription, table, record and the fix. Nothing was claimed and no thread was left behind.
 */
public final class StartException extends RowqueueException {

  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;

  /**
   * Creates the exception.
   *
   * @param problems one entry per problem, with the suggested DDL where there is one
   * @param cause what the database answered, where that is the problem
   */
  public StartException(List<String> problems, @Nullable Throwable cause) {
    super(ProblemList.text("Rowqueue cannot start", problems), cause);
    this.problems = List.copyOf(problems);
  }

  /** One entry per problem. */
  public List<String> problems() {
    return problems;
  }
}
