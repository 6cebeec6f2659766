package io.github.rowqueue.behaviour;

import io.github.rowqueue.table.Generated;
import io.github.rowqueue.table.Headers;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.Json;
import io.github.rowqueue.table.LockedUntil;
import io.github.rowqueue.table.QueueTable;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Every way a text gets into a row. */
@QueueTable("hostile_rows")
record HostileRow(
    @Id @Generated long id,
    @LockedUntil @Nullable Instant lockedUntil,
    @Headers Map<String, String> headers,
    String text,
    @Json String json,
    byte[] bytes) {}
