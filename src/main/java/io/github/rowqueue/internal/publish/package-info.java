/**
 * Inserts built from a description and run on a connection of its own or the caller's. In come rows
 * and options, out go committed rows and wake-ups. Start with {@link
 * io.github.rowqueue.internal.publish.TablePublisher}. Thread-safe.
 */
@NullMarked
package io.github.rowqueue.internal.publish;

import org.jspecify.annotations.NullMarked;
