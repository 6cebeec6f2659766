package io.github.rowqueue.behaviour;

import org.jspecify.annotations.Nullable;

/** A row of a job table as it stands in the database. */
record StoredJob(
    long id,
    String group,
    long attempt,
    boolean leased,
    @Nullable String lastError,
    @Nullable String payload) {}
