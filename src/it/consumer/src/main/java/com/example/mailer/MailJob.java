package com.example.mailer;

import io.github.rowqueue.table.Attempt;
import io.github.rowqueue.table.Generated;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.LockedUntil;
import io.github.rowqueue.table.Payload;
import io.github.rowqueue.table.QueueTable;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A row of the service's table. */
@QueueTable("mail_jobs")
record MailJob(
    @Id @Generated long id,
    @Attempt @Generated int attempt,
    @LockedUntil @Nullable Instant lockedUntil,
    @Payload String payload) {}
