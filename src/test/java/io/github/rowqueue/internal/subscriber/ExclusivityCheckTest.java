package io.github.rowqueue.internal.subscriber;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.internal.jdbc.ServerInfo;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The texts of the start check about servers that keep no promise of locks, literally. */
class ExclusivityCheckTest extends CheckFixture {

  @Test
  @DisplayName(
      "Rule 19: what needs locks that all see is refused on a cluster of several primaries")
  void a_cluster_whose_nodes_do_not_see_each_others_locks() {
    ServerInfo galera = new ServerInfo("a Galera cluster", false);
    ExclusivityCheck.check(spec, galera, findings);
    assertThat(all.problems()).as("leases are rows").isEmpty();
    ExclusivityCheck.check(spec.without(Role.LOCKED_UNTIL), galera, findings);
    ExclusivityCheck.check(fifo(), galera, findings);

    String use = "use the lease form without fifo, or a server that alone is written to";
    assertThat(texts(all.problems()))
        .containsExactly(
            WHERE
                + "the server is a node of a Galera cluster, where no node sees the locks of another, so that the row-lock form would not hold: "
                + use,
            WHERE
                + "the server is a node of a Galera cluster, where no node sees the locks of another, so that @Group(fifo = true) would not hold: "
                + use);
  }

  @Test
  @DisplayName("SPEC 11: the order of a group is refused on H2 behind a server")
  void an_order_that_a_process_keeps_for_a_server() {
    ServerInfo remote = new ServerInfo("", true);
    ExclusivityCheck.check(spec, remote, findings);
    assertThat(all.problems()).isEmpty();
    ExclusivityCheck.check(fifo(), remote, findings);

    problem(
        "@Group(fifo = true) is kept on H2 by the process that has the database embedded, and this one reaches it through a server: embed it, leave fifo out, or use another database");
  }

  @Test
  @DisplayName("SPEC 11, Rule 19: lock keys are refused on H2 behind a server, and on clusters")
  void lock_keys_that_a_process_keeps_for_a_server() {
    TableSpec keyed = TableSpec.builder("jobs").id("id").lockKey("{id}").build();
    ExclusivityCheck.check(keyed, new ServerInfo("a Galera cluster", false), findings);
    ExclusivityCheck.check(keyed, new ServerInfo("", true), findings);

    assertThat(texts(all.problems()))
        .containsExactly(
            WHERE
                + "the server is a node of a Galera cluster, where no node sees the locks of another, so that the advisory form would not hold: use the lease form without fifo, or a server that alone is written to",
            WHERE
                + "lock keys are kept on H2 by the process that has the database embedded, and this one reaches it through a server: embed it, use the lease form (@LockedUntil), or another database");
  }

  private static TableSpec fifo() {
    return TableSpec.builder("jobs")
        .id("id")
        .group("grp")
        .fifo()
        .lockedUntil("locked_until")
        .build();
  }

  @Test
  @DisplayName("SPEC 11; rule 19: keys in order are refused where their guards are not seen by all")
  void keys_in_order_need_guards_that_all_see() {
    TableSpec keys =
        TableSpec.builder("jobs")
            .id("id")
            .partitionKey("account")
            .fifo()
            .lockedUntil("locked_until")
            .build();
    ExclusivityCheck.check(keys, new ServerInfo("", true), findings);
    ExclusivityCheck.check(keys, new ServerInfo("a Galera cluster", false), findings);
    assertThat(texts(all.problems()))
        .containsExactly(
            WHERE
                + "@PartitionKey(fifo = true) is kept on H2 by the process that has the database embedded, and this one reaches it through a server: embed it, leave fifo out, or use another database",
            WHERE
                + "the server is a node of a Galera cluster, where no node sees the locks of another, so that @PartitionKey(fifo = true) would not hold: use the lease form without fifo, or a server that alone is written to");
  }
}
