package io.github.rowqueue.examples.docs;

import io.github.rowqueue.table.Generated;
import io.github.rowqueue.table.Group;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.LockedUntil;
import io.github.rowqueue.table.Payload;
import io.github.rowqueue.table.Priority;
import io.github.rowqueue.table.QueueTable;
import io.github.rowqueue.table.RetryAfter;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A notice to a user; every column but the payload comes from the options or its default. */
@QueueTable("notice_jobs")
record NoticeJob(
    @Id @Generated long id,
    @Group String channel,
    @Priority @Generated int priority,
    @RetryAfter @Generated Instant retryAfter,
    @LockedUntil @Nullable Instant lockedUntil,
    @Payload String payload) {}
