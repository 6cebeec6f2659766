package io.github.rowqueue.behaviour;

import io.github.rowqueue.table.Generated;
import io.github.rowqueue.table.Headers;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.LockedUntil;
import io.github.rowqueue.table.QueueTable;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Row mode with a headers column. */
@QueueTable("headed_rows")
record HeadedRow(
    @Id @Generated long id,
    @LockedUntil @Nullable Instant lockedUntil,
    @Headers Map<String, String> headers,
    String text) {}
