package io.github.rowqueue.servers;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.sql.SQLException;
import java.util.OptionalLong;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * PostgreSQL from zonky's binaries and by zonky's builder, which also knows how to run it as root,
 * something PostgreSQL itself refuses. The binaries come from the copied jar and not from the class
 * path, so that one version is pinned in one place.
 */
final class PostgresServer {

  private PostgresServer() {}

  static DatabaseServer start() throws IOException, InterruptedException, SQLException {
    UnpackedServer.open(DatabaseKind.POSTGRESQL).close(); // fails early and clearly
    RunFolder folder = RunFolder.create(DatabaseKind.POSTGRESQL);
    Watchdog.over(folder, "QUIT"); // stops at once, but frees the shared memory that KILL leaves
    EmbeddedPostgres postgres = started(folder);
    String url = postgres.getJdbcUrl("postgres", "postgres");
    DatabaseServer.Address address =
        new DatabaseServer.Address(JdbcUrl.parse(url).without("user"), "postgres", "");
    OptionalLong pid = OptionalLong.of(pid(folder));
    return DatabaseServer.connect(DatabaseKind.POSTGRESQL, address, "maven:", pid);
  }

  /** Neither zonky's shutdown hook nor its clean-up: the watchdog does both, also after a kill. */
  private static EmbeddedPostgres started(RunFolder folder) throws IOException {
    ProcessBuilder.Redirect log = ProcessBuilder.Redirect.appendTo(folder.log().toFile());
    EmbeddedPostgres.Builder builder =
        EmbeddedPostgres.builder()
            .setPgBinaryResolver((system, machine) -> binaries())
            .setOverrideWorkingDirectory(Settings.serversDir().toFile())
            .setDataDirectory(folder.data())
            .setCleanDataDirectory(false)
            .setRegisterShutdownHook(false)
            .setPGStartupWait(Settings.START_TIMEOUT)
            .setOutputRedirector(log)
            .setErrorRedirector(log)
            .setLocaleConfig("locale", "C")
            .setServerConfig("external_pid_file", folder.pidFile().toString());
    ServerOptions.postgres().forEach(builder::setServerConfig);
    try {
      return builder.start();
    } catch (IOException | RuntimeException e) {
      throw new IOException(e.getMessage() + "\n" + ServerProcesses.tail(folder.log()), e);
    }
  }

  private static InputStream binaries() throws IOException {
    try (ZipFile jar = UnpackedServer.open(DatabaseKind.POSTGRESQL)) {
      ZipEntry archive =
          jar.stream()
              .filter(entry -> entry.getName().endsWith(".txz"))
              .findFirst()
              .orElseThrow(() -> new IOException(jar.getName() + " holds no .txz archive"));
      return new ByteArrayInputStream(jar.getInputStream(archive).readAllBytes());
    }
  }

  private static long pid(RunFolder folder) throws IOException {
    return Long.parseLong(
        Files.readString(folder.pidFile()).lines().findFirst().orElse("").strip());
  }
}
