package io.github.rowqueue.behaviour;

import io.github.rowqueue.table.Attempt;
import io.github.rowqueue.table.Column;
import io.github.rowqueue.table.Generated;
import io.github.rowqueue.table.Group;
import io.github.rowqueue.table.Headers;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.LastError;
import io.github.rowqueue.table.LockedUntil;
import io.github.rowqueue.table.QueueTable;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A headers record: the table with its roles, and a column for each header. */
@QueueTable("crm_changes")
record CrmHeaders(
    @Id @Generated long id,
    @Group String kind,
    @Attempt @Generated int attempt,
    @LockedUntil @Nullable Instant lockedUntil,
    @LastError @Nullable String lastError,
    String source,
    @Column("Content-Type") @Nullable String contentType,
    int version,
    @Nullable Boolean urgent,
    @Nullable BigDecimal weight,
    @Nullable UUID trace,
    Instant changedAt,
    @Nullable OffsetDateTime seenAt,
    @Nullable LocalDateTime sentAt,
    @Nullable LocalDate due,
    @Nullable Level level) {

  enum Level {
    LOW,
    HIGH
  }

  static CrmHeaders of(String kind, String source, Instant changedAt) {
    return new CrmHeaders(
        0, kind, 0, null, null, source, null, 1, null, null, null, changedAt, null, null, null,
        null);
  }

  /** One message over them. */
  record CustomerChange(@Headers CrmHeaders headers, @Nullable String name) {}

  /** Another. */
  record OrderChange(@Nullable Long number, @Headers CrmHeaders headers) {}
}
