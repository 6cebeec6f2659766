package io.github.rowqueue.servers;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The folder of one running server: its data, log and pid file. The JVM that owns it holds a lock
 * on a file in it for life; a folder whose lock is free belongs to a JVM that is gone and is
 * cleaned up by the next one. The random name is part of the server's command line, which makes
 * sure that a pid used again by another process is never killed.
 */
final class RunFolder {
  private static final String OWNER_FILE = "owner.lock";

  /**
   * The locks of this JVM's folders, reachable for its whole life: a channel that the garbage
   * collector finds is closed and its lock with it, and the next JVM would kill a server in use.
   */
  private static final List<FileLock> OWNERSHIPS = new CopyOnWriteArrayList<>();

  private static boolean leftoversRemoved;

  private final Path path;

  private RunFolder(Path path) {
    this.path = path;
  }

  /** A new folder; the first one of a JVM also removes what killed JVMs left behind. */
  static RunFolder create(DatabaseKind kind) throws IOException, InterruptedException {
    Path parent = Settings.serversDir().resolve("data");
    return CrossProcessLock.holding(
        parent.resolve("lock"),
        () -> {
          if (!leftoversRemoved) {
            leftoversRemoved = true;
            Leftovers.remove(parent, OWNER_FILE);
          }
          String random = UUID.randomUUID().toString().substring(0, 8);
          Path path = Files.createDirectory(parent.resolve(kind.id() + "-" + random));
          own(path);
          return new RunFolder(path);
        });
  }

  private static void own(Path path) throws IOException {
    FileChannel channel =
        FileChannel.open(
            path.resolve(OWNER_FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    OWNERSHIPS.add(channel.lock());
  }

  Path path() {
    return path;
  }

  Path data() {
    return path.resolve("data");
  }

  Path log() {
    return path.resolve("server.log");
  }

  /** Where the server's pid is written, for the watchdog and for {@link Leftovers}. */
  Path pidFile() {
    return path.resolve(Leftovers.PID_FILE);
  }

  /** The server's pid: zonky's process is the starter, which has ended long ago. */
  long recordedPid() throws IOException {
    return Leftovers.recordedPid(path)
        .orElseThrow(() -> new IOException("the server wrote no pid to " + pidFile()));
  }
}
