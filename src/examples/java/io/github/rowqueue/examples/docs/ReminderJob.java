package io.github.rowqueue.examples.docs;

import io.github.rowqueue.table.Generated;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.QueueTable;
import io.github.rowqueue.table.RetryAfter;
import java.time.Instant;

/** A reminder, sent when its time has come. */
// snippet:row
@QueueTable("reminder_jobs")
record ReminderJob(@Id @Generated long id, @RetryAfter Instant dueAt, String text) {}
// end
