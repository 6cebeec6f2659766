package io.github.rowqueue.error;

/** A call came after {@code close()}: nothing was written. */
public final class ClosedException extends RowqueueException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param call what was called, such as {@code publish to table email_jobs}
   */
  public ClosedException(String call) {
    super(call + ": this Rowqueue is closed and nothing was done; start a new one", null);
  }
}
