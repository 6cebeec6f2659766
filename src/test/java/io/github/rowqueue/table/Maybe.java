package io.github.rowqueue.table;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A service's own annotation of declarations, which some still bring beside JSpecify's of types.
 */
final class Maybe {

  private Maybe() {}

  @Retention(RetentionPolicy.RUNTIME)
  @Target({ElementType.METHOD, ElementType.FIELD, ElementType.PARAMETER})
  @interface Nullable {}
}
