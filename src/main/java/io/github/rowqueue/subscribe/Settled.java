package io.github.rowqueue.subscribe;

/** What was written for a delivery. */
public enum Settled {
  /** The row is finished by an ack. */
  ACKED,
  /** The row is finished by a drop. */
  DROPPED,
  /** The row will be delivered again. */
  RETRIED,
  /** The row moved to the dead letter. */
  PARKED,
  /** The delivery never took place: the attempt was given back. */
  RELEASED,
  /** Nothing: the row was no longer held. */
  LOST,
  /**
   * Nothing yet: the outcome could not be written; the row comes back when its lease or transaction
   * ends.
   */
  FAILED
}
