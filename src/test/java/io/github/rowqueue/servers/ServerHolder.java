package io.github.rowqueue.servers;

import java.io.IOException;
import java.util.Arrays;

/**
 * A program that starts one server, tells its pid and waits: the JVM that {@link
 * ServerLifecycleTest} kills. It prints the failure instead when there is no server.
 */
final class ServerHolder {
  /** A property: kill the server and ask for another database. */
  static final String KILL_FIRST = "servers.killFirst";

  private ServerHolder() {}

  /** Argument: the kind. Prints one line per fact, then waits until its input closes. */
  public static void main(String[] arguments) throws IOException {
    long begin = System.nanoTime();
    try {
      TestDatabase database = TestDatabases.create(DatabaseKind.valueOf(arguments[0]));
      System.out.println("millis=" + (System.nanoTime() - begin) / 1_000_000);
      System.out.println("source=" + database.source());
      if (Boolean.getBoolean(KILL_FIRST)) {
        System.out.println("killed=" + database.serverPid().orElse(-1));
        ProcessHandle first = ProcessHandle.of(database.serverPid().orElseThrow()).orElseThrow();
        first.destroyForcibly();
        first.onExit().join();
        database.close();
        database = TestDatabases.create(database.kind());
      }
      System.gc(); // a lock on a folder that nobody reaches any more would go here
      System.out.println("pid=" + database.serverPid().orElse(-1));
    } catch (IllegalStateException e) {
      Arrays.stream(e.getMessage().split("\n")).forEach(line -> System.out.println("! " + line));
      System.out.println("pid=none");
    }
    System.out.flush();
    while (System.in.read() >= 0) {
      continue;
    }
  }
}
