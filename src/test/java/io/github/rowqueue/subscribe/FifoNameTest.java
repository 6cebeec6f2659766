package io.github.rowqueue.subscribe;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableSpec;
import io.github.rowqueue.table.TableSpecBuilder;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Guards tell names apart by their characters, where a database may not. */
class FifoNameTest {

  @Test
  @DisplayName("B121: a FIFO name that some databases take for another one")
  void a_fifo_group_whose_name_ends_in_blanks_is_refused() {
    String text =
        "table jobs (table jobs): the name ends in a blank, and databases that compare without it take its rows for those"
            + " of another group, whose claims these would not wait for: use a name that ends in none";
    assertThat(problems(spec().fifo(), "crm ")).containsExactly("subscription \"crm \", " + text);
    assertThat(problems(spec().fifo(), "crm  ")).containsExactly("subscription \"crm  \", " + text);
    assertThat(problems(spec().fifo(), " crm a")).isEmpty();
    assertThat(problems(spec(), "crm ")).isEmpty();
  }

  private static TableSpecBuilder spec() {
    return TableSpec.builder("jobs").id("id").group("grp");
  }

  private static List<String> problems(TableSpecBuilder spec, String name) {
    return SubscriptionRules.problems(
        Subscription.of(name, Table.of(spec.build(), row -> row))
            .handle((message, delivery) -> Outcome.ack()));
  }
}
