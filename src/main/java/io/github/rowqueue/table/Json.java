package io.github.rowqueue.table;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A data column holds JSON, read and written as the component's type.
 *
 * <p>Without it the component needs a type the column itself can be read as. A type argument that
 * the reader would lose is refused, such as in {@code List<Item>}: use {@code Item[]}, or a record
 * around the list. Roles are never JSON: a payload is decoded by the subscription's codec.
 *
 * <p>Types: any the JSON mapper reads.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD})
public @interface Json {}
