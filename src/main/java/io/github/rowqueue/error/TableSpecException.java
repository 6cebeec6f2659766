package io.github.rowqueue.error;

import java.util.List;

/**
 * A description of a table breaks a rule: raised where the description is read or built, before any
 * database is asked. Lists every broken rule at once.
 */
public final class TableSpecException extends RowqueueException {

  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;

  /**
   * Creates the exception.
   *
   * @param subject what is described, such as {@code record EmailJob}
   * @param problems one sentence per broken rule, each naming the component and the fix
   */
  public TableSpecException(String subject, List<String> problems) {
    super(text(subject, problems), null);
    this.problems = List.copyOf(problems);
  }

  /**
   * The message for {@code problems} of {@code subject}, as the annotation processor says it too.
   */
  public static String text(String subject, List<String> problems) {
    return ProblemList.text("%s is not a queue table".formatted(subject), problems);
  }

  /** One sentence per broken rule, in the order of the rules. */
  public List<String> problems() {
    return problems;
  }
}
