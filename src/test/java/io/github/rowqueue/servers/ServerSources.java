package io.github.rowqueue.servers;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds a server: a URL in the environment, else Docker, else binaries that Maven brought. A URL
 * that was given and does not work is an error at once, because whoever set it wants that server.
 */
final class ServerSources {
  private static final Logger log = LoggerFactory.getLogger(ServerSources.class);

  private ServerSources() {}

  static DatabaseServer start(DatabaseKind kind) {
    long begin = System.nanoTime();
    DatabaseServer server = firstThatAnswers(kind);
    log.debug("{} ready after {} ms", kind.id(), (System.nanoTime() - begin) / 1_000_000);
    return server;
  }

  private static DatabaseServer firstThatAnswers(DatabaseKind kind) {
    String url = Settings.environment(Settings.urlVariable(kind));
    if (!url.isEmpty()) {
      return fromEnvironment(kind, url);
    }
    List<String> tried = new ArrayList<>();
    tried.add("the environment variable " + Settings.urlVariable(kind) + " is not set");
    if (DockerEngine.answers()) {
      try {
        return DockerServers.start(kind);
      } catch (Exception e) {
        log.warn("{}: Docker answers but gave no server, trying Maven's", kind.id(), e);
        tried.add("Docker answers but gave no server: " + e);
      }
    } else {
      tried.add("no Docker engine answers at " + DockerEngine.places());
    }
    return fromMaven(kind, tried);
  }

  private static DatabaseServer fromEnvironment(DatabaseKind kind, String text) {
    try {
      JdbcUrl url = JdbcUrl.parse(text);
      DatabaseServer.Address address =
          new DatabaseServer.Address(
              url.without("user").without("password"), url.option("user"), url.option("password"));
      return DatabaseServer.connect(kind, address, "env", OptionalLong.empty());
    } catch (SQLException | IllegalArgumentException e) {
      throw new ServerUnavailable(
          """
          The %s server named by %s cannot be used: %s
          Correct the variable, or unset it to take the server from Docker or Maven.\
          """
              .formatted(kind.id(), Settings.urlVariable(kind), e.getMessage()),
          e);
    }
  }

  private static DatabaseServer fromMaven(DatabaseKind kind, List<String> tried) {
    try {
      return switch (kind) {
        case POSTGRESQL -> PostgresServer.start();
        case MYSQL -> MySqlServer.start();
        case MARIADB -> MariaDbServer.start();
        case SQLITE, H2 -> throw new IllegalArgumentException(kind + " is no server");
      };
    } catch (Exception e) {
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      tried.add("the server from Maven did not start: " + e.getMessage());
      throw new ServerUnavailable(explanation(kind, tried), e);
    }
  }

  private static String explanation(DatabaseKind kind, List<String> tried) {
    return """
    No %1$s server for the tests. Tried in this order:
    - %2$s
    What to do, one of these:
    - set %3$s to the JDBC URL of a server, user and password in it, that may create databases;
    - start Docker (image from %4$s, else %5$s);
    - on Linux x86-64 let the build copy the server: mvn process-test-classes (see %6$s);
    - leave it out on purpose: -D%7$s=%1$s\
    """
        .formatted(
            kind.id(),
            String.join("\n- ", tried),
            Settings.urlVariable(kind),
            Settings.imageVariable(kind),
            DockerEngine.image(kind),
            Settings.serversDir(),
            Settings.WITHOUT);
  }
}
