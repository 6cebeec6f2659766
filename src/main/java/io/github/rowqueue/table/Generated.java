package io.github.rowqueue.table;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The database fills this column (an identity, a sequence, a default): inserts leave it out, and
 * the value in a row that is published is ignored.
 *
 * <p>Without it a published row writes the column. Stands on role columns and data columns of any
 * type.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD})
public @interface Generated {}
