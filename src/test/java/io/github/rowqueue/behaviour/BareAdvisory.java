package io.github.rowqueue.behaviour;

import io.github.rowqueue.table.Generated;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.Payload;
import io.github.rowqueue.table.QueueTable;

/** Nothing but a payload, and one key for all rows. */
@QueueTable(value = "bare_advisory", lockKey = "all of them")
record BareAdvisory(@Id @Generated long id, @Payload String payload) {}
