package io.github.rowqueue.table;

/** How a claimed row is held while its handler runs. The description alone picks it. */
public enum ClaimForm {
  /** {@code FOR UPDATE SKIP LOCKED} in a transaction that stays open while the handler runs. */
  ROW_LOCK("row-lock"),
  /** An expiry written into the row; no connection is held while the handler runs. */
  LEASE("lease"),
  /** A lock per rendered key, held by a session. */
  ADVISORY("advisory");

  private final String path;

  ClaimForm(String path) {
    this.path = path;
  }

  /** The form's part of a statement's name, such as {@code row-lock}. */
  public String path() {
    return path;
  }
}
