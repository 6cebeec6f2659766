package io.github.rowqueue.bench.cost;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.RunnerException;

/** The measurement of a delivery's own cost, in no time and without a meaning. */
class DeliveryCostTest {

  @Test
  void a_subscription_runs_on_the_stand_in_and_jmh_tells_what_a_delivery_costs()
      throws RunnerException {
    assertThat(DeliveryCost.tried())
        .allSatisfy(
            cost -> {
              assertThat(cost.micros()).isPositive();
              assertThat(cost.cpuMicros()).isPositive();
              assertThat(cost.bytes()).isPositive();
            })
        .extracting(DeliveryCost::contender)
        .containsExactly("raw-batch", "rowqueue-lease");
  }

  @Test
  void the_stand_in_reads_a_claim() {
    Plan claim =
        Plan.of(
            """
            with claimed as (
              update "messages"
              set "locked_until" = ?, "attempt" = least("attempt", ?) + 1
              where "id" = any(array(
                select "id" from "messages" where "retry_after" <= ? and "locked_until" is null
                limit ?))
              returning "id", "attempt", "locked_until")
            select "id", "attempt", "locked_until"
            from claimed
            order by "id\"""");
    assertThat(claim)
        .isEqualTo(new Plan(Plan.Kind.CLAIM, List.of("id", "attempt", "locked_until"), 4, 0, 0, 1));
  }

  @Test
  void the_stand_in_reads_a_settlement() {
    assertThat(Plan.of("delete from \"messages\" where \"id\" in (?, ?, ?) returning \"id\""))
        .isEqualTo(new Plan(Plan.Kind.SETTLE_MANY, List.of("id"), 0, 1, 3, 0));
    assertThat(Plan.of("delete from \"messages\" where \"id\" = any(?) returning \"id\""))
        .isEqualTo(new Plan(Plan.Kind.SETTLE_MANY, List.of("id"), 0, 1, 1, 0));
    assertThat(Plan.of("update \"messages\" set \"done_at\" = ? where \"id\" = ?").kind())
        .isEqualTo(Plan.Kind.SETTLE);
  }
}
