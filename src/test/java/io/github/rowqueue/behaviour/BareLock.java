package io.github.rowqueue.behaviour;

import io.github.rowqueue.table.Generated;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.Payload;
import io.github.rowqueue.table.QueueTable;

/** The least a table can be. */
@QueueTable("bare_lock")
record BareLock(@Id @Generated long id, @Payload String payload) {}
