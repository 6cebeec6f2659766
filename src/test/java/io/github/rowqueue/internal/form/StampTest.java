package io.github.rowqueue.internal.form;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.testing.Await;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("SPEC 13, rule 17: the database's time of an insert, in every type that keeps times")
class StampTest {

  @ParameterizedTest
  @MethodSource("io.github.rowqueue.internal.form.LeaseTokenTest#types")
  void a_row_is_due_at_the_time_of_its_insert_cut_to_the_column(TimeLane lane, String type)
      throws Exception {
    try (TimedTable table = new TimedTable(lane, type, Instant.EPOCH)) {
      List<Instant> stored = new ArrayList<>();
      for (int id = 1; id <= 3; id++) {
        if (table.tick().toSeconds() > 0) {
          awaitLateInASecond();
        }
        Instant before = Instant.now();
        stored.add(table.insertStamped(id));
        assertThat(stored.get(id - 1)).isBetween(table.cut(before), Instant.now());
      }
      assertThat(stored).isSorted();
      table.setClock(stored.get(2));
      assertThat(table.form().claim(5)).as("all are due").hasSize(3);
    }
  }

  /** When what rounds to whole seconds would write the next one. */
  private static void awaitLateInASecond() throws InterruptedException {
    Await.until(
        () -> "the second half of a second",
        Duration.ofSeconds(10),
        () -> Instant.now().getNano() > 600_000_000);
  }
}
