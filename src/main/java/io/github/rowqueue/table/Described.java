package io.github.rowqueue.table;

import java.lang.annotation.Annotation;
import java.util.Optional;

/** What is asked of one component or field, whether reflection or the compiler answers. */
interface Described {

  String name();

  /** Whether it is a record's component, and not a class's field. */
  boolean isComponent();

  TypeTree type();

  /** Whether its type is a record. */
  boolean typeIsRecord();

  /** Whether its type is a class annotated with {@link QueueTable}. */
  boolean typeIsTable();

  boolean isTransient();

  boolean isFinal();

  /**
   * Whether anything named {@code Nullable} that is kept at run time stands on it. By name, since
   * services bring JSpecify's, Jakarta's or their own, some of the type and some of the
   * declaration.
   */
  boolean isNullable();

  boolean has(Class<? extends Annotation> annotation);

  /** What {@link Column} says. */
  Optional<String> columnName();

  /** Whether {@link Group} or {@link PartitionKey} says {@code fifo}. */
  boolean isFifo();

  /** What {@link PartitionKey} says; {@link HeadFailure#BLOCK} where it says nothing. */
  HeadFailure onHeadFailure();
}
