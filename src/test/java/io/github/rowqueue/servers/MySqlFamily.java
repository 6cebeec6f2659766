package io.github.rowqueue.servers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What MySQL and MariaDB have in common when they start: the program runs on a copy of an
 * initialised data folder, listens on a free port of this machine only, and is given up when it
 * ends or takes no connection in time.
 */
final class MySqlFamily {
  /** Equal for initialising and running, or the server would first rewrite its log. */
  static final String LOG_FILE_SIZE = "--innodb-log-file-size=24M";

  private static final int ATTEMPTS = 2;

  /** A server ready to be run. */
  record Program(
      DatabaseKind kind,
      Path executable,
      Map<String, String> environment,
      Path dataTemplate,
      List<String> options) {}

  private MySqlFamily() {}

  /** Tries twice: between choosing a free port and using it, another process may take it. */
  static DatabaseServer start(Program program) throws IOException, InterruptedException {
    for (int attempt = 1; ; attempt++) {
      try {
        return startOnce(program);
      } catch (IOException e) {
        if (attempt == ATTEMPTS || !e.getMessage().contains("Address already in use")) {
          throw e;
        }
      }
    }
  }

  private static DatabaseServer startOnce(Program program)
      throws IOException, InterruptedException {
    RunFolder folder = RunFolder.create(program.kind());
    Watchdog.over(folder, "KILL");
    FileTrees.copy(program.dataTemplate(), folder.data());
    int port = freePort();
    Process process =
        ServerProcesses.start(command(program, folder, port), program.environment(), folder.log());
    Files.writeString(folder.pidFile(), process.pid() + "\n");
    DatabaseServer.Address address = new DatabaseServer.Address(url(program, port), "root", "");
    try {
      return ServerProcesses.awaitReady(
          process,
          folder.log(),
          () ->
              DatabaseServer.connect(
                  program.kind(), address, "maven:", OptionalLong.of(process.pid())));
    } catch (IOException | InterruptedException e) {
      process.destroyForcibly();
      throw e;
    }
  }

  private static List<String> command(Program program, RunFolder folder, int port) {
    List<String> command = new ArrayList<>();
    command.add(program.executable().toString());
    command.add("--no-defaults");
    command.add("--user=" + System.getProperty("user.name"));
    command.add("--datadir=" + folder.data());
    command.add("--socket=server.sock"); // relative to the data folder: long paths are refused
    command.add("--pid-file=" + folder.path().resolve("own.pid"));
    command.add("--bind-address=127.0.0.1");
    command.add("--port=" + port);
    command.add("--skip-name-resolve");
    command.add(LOG_FILE_SIZE);
    command.addAll(ServerOptions.mySqlFamily());
    command.addAll(program.options());
    return command;
  }

  private static JdbcUrl url(Program program, int port) {
    String driver = program.kind() == DatabaseKind.MARIADB ? "mariadb" : "mysql";
    return JdbcUrl.parse("jdbc:" + driver + "://127.0.0.1:" + port + "/")
        .withOptions(ServerOptions.driverOptions(program.kind()));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
