package io.github.rowqueue.internal.subscriber;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.servers.OnDatabase;
import io.github.rowqueue.table.TableSpec;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

@OnDatabase(DatabaseKind.H2)
class H2StartupCheckTest extends StartupCheckContract {

  H2StartupCheckTest() {
    super(DatabaseKind.H2);
  }

  @Test
  void a_folding_group_or_key_is_refused() throws SQLException {
    TableSpec spec =
        TableSpec.builder("folding").id("id").group("grp").partitionKey("k").payload("p").build();
    test()
        .execute(
            "create table \"folding\" (\"id\" bigint primary key, \"grp\" varchar_ignorecase not null,"
                + " \"k\" varchar_ignorecase not null, \"p\" varbinary not null)");

    assertThat(check(subscription(spec)).problems().stream().map(Finding::text).toList())
        .containsExactly(
            "column grp (@Group) is VARCHAR_IGNORECASE, which takes Orders and orders for one: use VARCHAR",
            "column k (@PartitionKey) is VARCHAR_IGNORECASE, which takes Orders and orders for one: use VARCHAR");
  }
}
