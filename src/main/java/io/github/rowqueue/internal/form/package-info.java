/**
 * How a claimed row is held and given back, one class per claim form. A limit comes in and claimed
 * rows with the token that proves ownership go out; a settlement comes in and one guarded statement
 * goes out. Open {@code Form} first.
 */
@NullMarked
package io.github.rowqueue.internal.form;

import org.jspecify.annotations.NullMarked;
