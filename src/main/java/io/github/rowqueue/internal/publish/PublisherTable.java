package io.github.rowqueue.internal.publish;

import io.github.rowqueue.internal.jdbc.TableBinding;
import io.github.rowqueue.internal.jdbc.TableInfo;

/**
 * The table of a publisher.
 *
 * @param binding how its columns are written
 * @param info as the database describes it
 */
public record PublisherTable(TableBinding binding, TableInfo info) {}
