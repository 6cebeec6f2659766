package io.github.rowqueue.table;

/**
 * The isolation level at which the transactions that hold a table's rows are opened. Each database
 * refuses at start what it does not keep: PostgreSQL {@link #READ_UNCOMMITTED}, H2 {@link
 * #SERIALIZABLE}, SQLite every level, since its transactions are always serializable.
 */
public enum Isolation {
  /**
   * {@link #READ_COMMITTED}, whatever the database's or the pool's own default is: at a higher
   * level claimers that meet turn each other away with errors (default).
   */
  DEFAULT,
  /** Reads what others have not committed. */
  READ_UNCOMMITTED,
  /** Each statement reads what was committed when it began. */
  READ_COMMITTED,
  /** All statements read what was committed when the first of them began. */
  REPEATABLE_READ,
  /** As if the transactions had run one after the other. */
  SERIALIZABLE;

  /** The level as SQL writes it, such as {@code READ COMMITTED}. */
  public String sql() {
    return (this == DEFAULT ? READ_COMMITTED : this).name().replace('_', ' ');
  }
}
