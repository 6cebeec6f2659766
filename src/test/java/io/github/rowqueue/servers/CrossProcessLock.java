package io.github.rowqueue.servers;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A lock between JVMs that share a target folder, for example an IDE and Maven. The kernel frees it
 * when the holder dies, so no stale lock can stop a later run. Within one JVM a file lock does not
 * exclude threads, so those queue at the class first.
 */
final class CrossProcessLock {

  /** What runs under the lock. */
  interface Action<T> {
    T run() throws IOException, InterruptedException;
  }

  private CrossProcessLock() {}

  static <T> T holding(Path file, Action<T> action) throws IOException, InterruptedException {
    synchronized (CrossProcessLock.class) {
      Files.createDirectories(file.getParent());
      try (FileChannel channel =
              FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          FileLock lock = channel.lock()) {
        assert lock.isValid();
        return action.run();
      }
    }
  }
}
