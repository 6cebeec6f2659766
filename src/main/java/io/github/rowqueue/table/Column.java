package io.github.rowqueue.table;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The column's name as written in the database: upper case, spaces, quotes and reserved words
 * survive.
 *
 * <p>Without it the name follows from the component: {@code retryAfter} reads {@code retry_after},
 * {@code URLPath} reads {@code url_path}, {@code line2} reads {@code line2}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD})
public @interface Column {

  /**
   * The name.
   *
   * @return the column's name, not empty
   */
  String value();
}
