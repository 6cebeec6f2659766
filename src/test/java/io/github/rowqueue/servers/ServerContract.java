package io.github.rowqueue.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/**
 * What holds on servers of the kit, from Docker or Maven. A server from the environment has
 * settings of its own, and only there these tests are skipped.
 */
abstract class ServerContract extends RowLockContract {
  ServerContract(DatabaseKind kind) {
    super(kind);
  }

  @Test
  void the_session_time_zone_is_neither_utc_nor_the_jvms() throws SQLException {
    assumeTrue(database().source().matches("maven:.*|docker:.*"), "not a server of the kit");
    String zone =
        database().kind() == DatabaseKind.POSTGRESQL ? "SHOW TimeZone" : "SELECT @@time_zone";

    assertThat(texts(database(), zone))
        .containsExactly(database().kind() == DatabaseKind.POSTGRESQL ? "Asia/Kolkata" : "-05:00");
  }

  @Test
  void a_server_waits_for_the_disk_only_when_asked_to() throws SQLException {
    assumeTrue(database().source().matches("maven:.*|docker:.*"), "not a server of the kit");
    if (database().kind() == DatabaseKind.POSTGRESQL) {
      String asked = Settings.durable() ? "on" : "off";
      assertThat(texts(database(), "SHOW fsync")).containsExactly(asked);
      assertThat(texts(database(), "SHOW synchronous_commit")).containsExactly(asked);
    } else {
      assertThat(texts(database(), "SELECT @@innodb_flush_log_at_trx_commit"))
          .containsExactly(Settings.durable() ? "1" : "2");
    }
  }
}
