package io.github.rowqueue.internal.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.servers.TestDatabase;
import io.github.rowqueue.servers.TestDatabases;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.Map;
import org.h2.tools.Server;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("Rule 19: what a server is to the locks taken on it")
class ServerInfoTest {

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void a_server_on_its_own_is_one(DatabaseKind kind) throws Exception {
    try (TestDatabase database = TestDatabases.create(kind);
        Connection connection = database.dataSource().getConnection()) {
      assertThat(ServerInfo.read(connection)).isEqualTo(new ServerInfo("", false));
    }
  }

  @Test
  void h2_behind_a_server_is_remote() throws Exception {
    Server server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
    try (Connection connection =
        DriverManager.getConnection(
            "jdbc:h2:tcp://localhost:%d/mem:remote".formatted(server.getPort()))) {
      assertThat(ServerInfo.read(connection)).isEqualTo(new ServerInfo("", true));
    } finally {
      server.stop();
    }
  }

  @Test
  void a_node_is_known_by_its_variables() {
    assertThat(cluster("wsrep_on", "ON", "wsrep_provider", "/usr/lib/galera/libgalera_smm.so"))
        .isEqualTo("a Galera cluster");
    assertThat(cluster("wsrep_on", "ON", "wsrep_provider", "none")).isEmpty();
    assertThat(cluster("wsrep_on", "OFF", "wsrep_provider", "/libgalera_smm.so")).isEmpty();
    assertThat(
            cluster(
                "group_replication_group_name",
                "a",
                "group_replication_single_primary_mode",
                "OFF"))
        .isEqualTo("a replication group of several primaries");
    assertThat(
            cluster(
                "group_replication_group_name", "a", "group_replication_single_primary_mode", "ON"))
        .isEmpty();
    assertThat(
            cluster(
                "group_replication_group_name", "", "group_replication_single_primary_mode", "OFF"))
        .isEmpty();
  }

  private static String cluster(String one, String is, String other, String too) {
    return ServerInfo.cluster(Map.of(one, is, other, too));
  }
}
