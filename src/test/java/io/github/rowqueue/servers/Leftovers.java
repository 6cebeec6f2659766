package io.github.rowqueue.servers;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes servers and folders of JVMs that died together with their watchdog, as on a reboot or
 * when a container's processes are all killed. The watchdog handles every other death sooner.
 */
final class Leftovers {
  static final String PID_FILE = "server.pid";
  private static final Logger log = LoggerFactory.getLogger(Leftovers.class);

  private Leftovers() {}

  /** The caller holds the lock under which folders are made, so none is half made here. */
  static void remove(Path parent, String ownerFile) throws IOException {
    List<Path> folders;
    try (Stream<Path> children = Files.list(parent)) {
      folders = children.filter(Files::isDirectory).toList();
    }
    for (Path folder : folders) {
      try {
        if (isOrphan(folder.resolve(ownerFile))) {
          stopServer(folder);
          FileTrees.delete(folder);
        }
      } catch (IOException e) {
        log.warn(
            "Could not remove {}, left by an earlier run; the next run tries again", folder, e);
      }
    }
  }

  private static boolean isOrphan(Path ownerFile) throws IOException {
    if (Files.notExists(ownerFile)) {
      return true;
    }
    try (FileChannel channel = FileChannel.open(ownerFile, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock()) {
      return lock != null;
    }
  }

  private static void stopServer(Path folder) throws IOException {
    OptionalLong pid = recordedPid(folder);
    if (pid.isPresent() && ServerProcesses.isRunning(pid.getAsLong(), folder + "/")) {
      log.warn("Stopping process {}, left by an earlier run in {}", pid.getAsLong(), folder);
      ProcessHandle.of(pid.getAsLong()).ifPresent(Leftovers::kill);
    }
  }

  /** Empty when the server was killed before it had one, or while it was written. */
  static OptionalLong recordedPid(Path folder) throws IOException {
    Path pidFile = folder.resolve(PID_FILE);
    if (Files.notExists(pidFile)) {
      return OptionalLong.empty();
    }
    String firstLine = Files.readString(pidFile).lines().findFirst().orElse("").strip();
    return firstLine.matches("\\d{1,18}")
        ? OptionalLong.of(Long.parseLong(firstLine))
        : OptionalLong.empty();
  }

  private static void kill(ProcessHandle process) {
    process.destroyForcibly();
    try {
      process.onExit().get(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      log.warn("Process {} is still there 10 s after it was killed", process.pid(), e);
    }
  }
}
