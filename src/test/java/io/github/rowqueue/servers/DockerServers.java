package io.github.rowqueue.servers;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.testcontainers.containers.JdbcDatabaseContainer;
import org.testcontainers.mariadb.MariaDBContainer;
import org.testcontainers.mysql.MySQLContainer;
import org.testcontainers.postgresql.PostgreSQLContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * Servers in containers, with the same settings as those from Maven. Testcontainers' own reaper
 * removes them when this JVM ends, however it ends. Only touched when a Docker engine answers.
 */
final class DockerServers {
  private static final String PASSWORD = "rowqueue";

  private DockerServers() {}

  static DatabaseServer start(DatabaseKind kind) throws SQLException {
    String image = DockerEngine.image(kind);
    JdbcDatabaseContainer<?> container = container(kind, image);
    container.withStartupTimeoutSeconds((int) Settings.START_TIMEOUT.toSeconds());
    container.withConnectTimeoutSeconds((int) Settings.START_TIMEOUT.toSeconds());
    container.start();
    DatabaseServer.Address address =
        new DatabaseServer.Address(
            JdbcUrl.parse(container.getJdbcUrl()).withOptions(ServerOptions.driverOptions(kind)),
            container.getUsername(),
            container.getPassword());
    return DatabaseServer.connect(kind, address, "docker:" + image, OptionalLong.empty());
  }

  /** Each container lives as long as the JVM, so nobody closes it here. */
  @SuppressWarnings("resource")
  private static JdbcDatabaseContainer<?> container(DatabaseKind kind, String image) {
    DockerImageName name = DockerImageName.parse(image);
    return switch (kind) {
      case POSTGRESQL ->
          new PostgreSQLContainer(name.asCompatibleSubstituteFor("postgres"))
              .withPassword(PASSWORD)
              .withCommand(postgresCommand());
      case MYSQL ->
          new MySQLContainer(name.asCompatibleSubstituteFor("mysql"))
              .withUsername("root")
              .withPassword(PASSWORD)
              .withCommand(ServerOptions.mySqlFamily().toArray(String[]::new));
      case MARIADB ->
          new MariaDBContainer(name.asCompatibleSubstituteFor("mariadb"))
              .withUsername("root")
              .withPassword(PASSWORD)
              .withCommand(ServerOptions.mySqlFamily().toArray(String[]::new));
      case SQLITE, H2 -> throw new IllegalArgumentException(kind + " has no image");
    };
  }

  private static String[] postgresCommand() {
    List<String> command = new ArrayList<>(List.of("postgres"));
    ServerOptions.postgres()
        .forEach((name, value) -> command.addAll(List.of("-c", name + "=" + value)));
    return command.toArray(String[]::new);
  }
}
