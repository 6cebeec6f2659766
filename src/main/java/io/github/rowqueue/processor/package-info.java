/**
 * The annotation processor, as the compiler finds it. It reads the annotations of {@code
 * io.github.rowqueue.table} while a service is compiled, refuses what start would refuse, and
 * writes the code that reads and writes rows. Its work is done beside the rules, in that package.
 */
@NullMarked
package io.github.rowqueue.processor;

import org.jspecify.annotations.NullMarked;
