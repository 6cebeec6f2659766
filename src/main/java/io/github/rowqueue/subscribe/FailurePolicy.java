package io.github.rowqueue.subscribe;

/**
 * What becomes of a row whose handler threw, whose payload does not decode, or whose columns cannot
 * be read. It cannot finish the row: Rowqueue never deletes a row no handler finished.
 */
@FunctionalInterface
public interface FailurePolicy {

  /**
   * Decides. Called on a worker's thread; if it throws, the row is retried after the declared
   * backoff.
   *
   * @param failure what the handler, the codec or the mapper raised; {@link
   *     io.github.rowqueue.error.DecodeException} for a row that cannot be read
   */
  Outcome.Failure outcome(Throwable failure, Delivery delivery);
}
