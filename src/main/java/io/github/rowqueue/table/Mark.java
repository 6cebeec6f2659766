package io.github.rowqueue.table;

import java.util.Optional;
import java.util.Set;

/** What a description says of one column besides its roles, its name and its type. */
enum Mark {
  /** The database fills the column. */
  GENERATED,
  /** {@code @NotAColumn}. */
  SKIPPED,
  /** A {@code transient} field, which is no column either. */
  TRANSIENT,
  /** Annotated with something named {@code Nullable}. */
  NULLABLE,
  /** Read and written as JSON. */
  JSON,
  /** Its Java type is a primitive. */
  PRIMITIVE,
  /** The group or partition key keeps its order. */
  FIFO,
  /** {@link HeadFailure#SKIP}. */
  SKIP,
  /** {@link HeadFailure#PARK}. */
  PARK,
  /** {@code @Column} names it. */
  RENAMED,
  /** A {@code final} field of a class, which cannot be set after the constructor. */
  FINAL,
  /** Holds a headers record: no column, but a record of columns. */
  LAYOUT,
  /** A data column that is a header. */
  HEADER;

  /** What says {@code onHeadFailure}; {@link HeadFailure#BLOCK} is where nothing says otherwise. */
  static Optional<Mark> of(HeadFailure onHeadFailure) {
    return switch (onHeadFailure) {
      case BLOCK -> Optional.empty();
      case SKIP -> Optional.of(SKIP);
      case PARK -> Optional.of(PARK);
    };
  }

  /** Adds this mark to {@code marks} if {@code said}. */
  void addIf(boolean said, Set<Mark> marks) {
    if (said) {
      marks.add(this);
    }
  }
}
