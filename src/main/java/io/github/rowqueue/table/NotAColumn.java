package io.github.rowqueue.table;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Leaves a component or field out of the table: it is neither read nor written.
 *
 * <p>A record's constructor receives the default of its type there (0, {@code false}, null); a
 * field of a class keeps what the class's constructor gave it. A {@code transient} field is left
 * out without this annotation. Any type may stand here, no role may.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD})
public @interface NotAColumn {}
