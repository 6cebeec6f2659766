package io.github.rowqueue.internal.subscriber;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.table.ClaimForm;
import org.junit.jupiter.api.Test;

/** What is told of a row that was no longer held, literally. */
class LostTextTest {

  @Test
  void a_lock_is_no_lease() {
    assertThat(Settling.lost(ClaimForm.ADVISORY, "row 7", "mysql/advisory/ack"))
        .isEqualTo(
            "row 7: the lock of its key is lost and nothing was written (mysql/advisory/ack); the row is delivered again or was"
                + " settled by another holder: make the handler idempotent");
    assertThat(Settling.lost(ClaimForm.LEASE, "row 7", "mysql/lease/ack"))
        .startsWith("row 7: the lease is lost (mysql/lease/ack changed no row)");
  }
}
