package io.github.rowqueue.servers;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import io.zonky.test.db.postgres.embedded.PgBinaryResolver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.OptionalLong;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * PostgreSQL from zonky's binaries and by zonky's builder, which also knows how to run it as root,
 * something PostgreSQL itself refuses. Unpacking goes through {@link UnpackedServer}: zonky alone
 * cannot go on from an unpacking that was killed, and fails at each start from then on.
 */
final class PostgresServer {
  private static final String DATA = "data-template";

  /** An equal working folder is an equal resolver, by which zonky remembers where it unpacked. */
  private record Binaries(Path workingFolder) implements PgBinaryResolver {
    @Override
    public InputStream getPgBinary(String system, String machine) throws IOException {
      try (ZipFile jar = UnpackedServer.open(DatabaseKind.POSTGRESQL)) {
        ZipEntry archive =
            jar.stream()
                .filter(entry -> entry.getName().endsWith(".txz"))
                .findFirst()
                .orElseThrow(() -> new IOException(jar.getName() + " holds no .txz archive"));
        return new ByteArrayInputStream(jar.getInputStream(archive).readAllBytes());
      }
    }
  }

  private PostgresServer() {}

  static DatabaseServer start() throws IOException, InterruptedException, SQLException {
    Path home = UnpackedServer.home(DatabaseKind.POSTGRESQL, PostgresServer::prepare);
    RunFolder folder = guardedFolder();
    FileTrees.copy(home.resolve(DATA), folder.data());
    EmbeddedPostgres postgres = started(home, folder);
    String url = postgres.getJdbcUrl("postgres", "postgres");
    DatabaseServer.Address address =
        new DatabaseServer.Address(JdbcUrl.parse(url).without("user"), "postgres", "");
    OptionalLong pid = OptionalLong.of(folder.recordedPid());
    return DatabaseServer.connect(DatabaseKind.POSTGRESQL, address, "maven:", pid);
  }

  /** A first server, at once stopped, makes zonky unpack and leaves the data others start from. */
  private static void prepare(ZipFile jar, Path home) throws IOException, InterruptedException {
    RunFolder folder = guardedFolder();
    started(home, folder).close();
    FileTrees.copy(folder.data(), home.resolve(DATA));
  }

  /** QUIT stops at once like KILL, but frees the shared memory that KILL would leave behind. */
  private static RunFolder guardedFolder() throws IOException, InterruptedException {
    RunFolder folder = RunFolder.create(DatabaseKind.POSTGRESQL);
    Watchdog.over(folder, "QUIT");
    return folder;
  }

  /**
   * Neither zonky's shutdown hook nor its clean-up: the watchdog does both, also after a kill. The
   * pid file's path is relative to the data because a blank in it would be taken for its end.
   */
  private static EmbeddedPostgres started(Path home, RunFolder folder) throws IOException {
    ProcessBuilder.Redirect log = ProcessBuilder.Redirect.appendTo(folder.log().toFile());
    EmbeddedPostgres.Builder builder =
        EmbeddedPostgres.builder()
            .setPgBinaryResolver(new Binaries(home))
            .setOverrideWorkingDirectory(home.toFile())
            .setDataDirectory(folder.data())
            .setCleanDataDirectory(false)
            .setRegisterShutdownHook(false)
            .setPGStartupWait(Settings.START_TIMEOUT)
            .setOutputRedirector(log)
            .setErrorRedirector(log)
            .setLocaleConfig("locale", "C")
            .setServerConfig("external_pid_file", "../" + folder.pidFile().getFileName());
    ServerOptions.postgres().forEach(builder::setServerConfig);
    try {
      return builder.start();
    } catch (IOException | RuntimeException | ExceptionInInitializerError e) {
      throw new IOException(e + "\n" + ServerProcesses.tail(folder.log()), e);
    }
  }
}
