package io.github.rowqueue.internal.subscriber;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.servers.OnDatabase;
import io.github.rowqueue.table.TableSpec;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

@OnDatabase(DatabaseKind.MYSQL)
class MySqlStartupCheckTest extends StartupCheckContract {

  MySqlStartupCheckTest() {
    super(DatabaseKind.MYSQL);
  }

  @Test
  void a_timestamp_and_a_folding_group_are_refused() throws SQLException {
    TableSpec spec = lease("shifts").build();
    create(spec);
    alter(
        "alter table shifts modify locked_until timestamp(6) null on update current_timestamp(6),"
            + " modify grp varchar(40) collate utf8mb4_general_ci not null");

    assertThat(check(subscription(spec)).problems())
        .extracting(Finding::text)
        .containsExactly(
            "column grp (@Group) has the collation utf8mb4_general_ci, which takes Orders and orders for one: use a binary one",
            "column locked_until (@LockedUntil) is TIMESTAMP(6), which driver and server shift by the zone of the session: use DATETIME(6), which keeps UTC as it is written");
    for (Finding problem : check(subscription(spec)).problems()) {
      alter(problem.ddl().get(0));
    }
    assertThat(check(subscription(spec)).problems()).isEmpty();
  }

  @Test
  void a_time_that_changes_itself_is_refused() throws SQLException {
    TableSpec spec = lease("restless").build();
    create(spec);
    alter(
        "alter table restless modify locked_until datetime(6) null on update current_timestamp(6)");

    assertThat(check(subscription(spec)).problems())
        .extracting(Finding::text)
        .containsExactly(
            "column locked_until (@LockedUntil) changes itself at every update of its row (ON UPDATE), so that no settlement finds what it wrote: declare it without");
  }
}
