package io.github.rowqueue.internal.form;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The keys in work of one database that lives in this process, and, beside a database file of
 * SQLite, the lock by which a second process is refused (SPEC 13, 19): it would know nothing of
 * these keys. Shared by all who open the same place; the operating system drops the file's lock
 * when the process ends, however it does. Thread-safe.
 */
public final class ProcessKeys implements AutoCloseable, KeyLocker {

  private static final Map<String, Shared> PLACES = new HashMap<>();

  /**
   * Channels of files this process has locked by another class loader: closing one would end that
   * lock too, since it is the process that holds it (POSIX), and let a second process in.
   */
  private static final List<FileChannel> NEVER_CLOSED = new ArrayList<>();

  private final Shared shared;
  private boolean closed;

  private ProcessKeys(Shared shared) {
    this.shared = shared;
  }

  /**
   * The keys of the database at {@code place}, a name of its own where there is no {@code file}.
   *
   * @param file the database's file if a second process is to be kept out of it
   * @return empty if another process has the file's lock
   */
  public static Optional<ProcessKeys> open(String place, Optional<Path> file) {
    synchronized (PLACES) {
      Shared shared = PLACES.get(place);
      if (shared == null) {
        Optional<FileLock> lock = file.map(ProcessKeys::lock).orElse(Optional.empty());
        if (file.isPresent() && lock.isEmpty()) {
          return Optional.empty();
        }
        shared = new Shared(place, lock.orElse(null));
        PLACES.put(place, shared);
      }
      shared.users++;
      return Optional.of(new ProcessKeys(shared));
    }
  }

  /** The file whose lock keeps a second process from {@code database}. */
  public static Path lockFile(Path database) {
    return database.resolveSibling(database.getFileName() + ".rowqueue-lock");
  }

  private static Optional<FileLock> lock(Path database) {
    FileChannel channel = null;
    Optional<FileLock> lock = Optional.empty();
    boolean closes = true;
    try {
      channel =
          FileChannel.open(lockFile(database), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      lock = Optional.ofNullable(channel.tryLock());
      return lock;
    } catch (OverlappingFileLockException loadedTwice) {
      closes = false;
      NEVER_CLOSED.add(Objects.requireNonNull(channel));
      return Optional.empty(); // by this class under another class loader, which is as far away
    } catch (IOException refused) {
      throw new UncheckedIOException(
          "the lock file %s, which keeps a second process from these keys, cannot be written: let this process write beside its database"
              .formatted(lockFile(database)),
          refused);
    } finally {
      if (lock.isEmpty() && closes) {
        close(channel);
      }
    }
  }

  private static void close(@Nullable FileChannel channel) {
    if (channel != null) {
      try {
        channel.close();
      } catch (IOException refused) {
        throw new UncheckedIOException(refused);
      }
    }
  }

  /** The canonical form of a database file: two spellings of one file are one database. */
  public static Optional<Path> canonical(String file) {
    Path path = Path.of(file);
    try {
      return Files.isRegularFile(path) ? Optional.of(path.toRealPath()) : Optional.empty();
    } catch (IOException gone) {
      return Optional.empty();
    }
  }

  @Override
  public boolean lock(String key) {
    synchronized (shared) {
      return shared.keys.add(key);
    }
  }

  @Override
  public void unlock(String key) {
    synchronized (shared) {
      shared.keys.remove(key);
    }
  }

  /** How many keys are in work, by all who share them. */
  public int size() {
    synchronized (shared) {
      return shared.keys.size();
    }
  }

  @Override
  public void close() {
    synchronized (PLACES) {
      if (closed) {
        return;
      }
      closed = true;
      shared.users--;
      if (shared.users == 0) {
        PLACES.remove(shared.place);
        FileLock lock = shared.lock;
        if (lock != null) {
          close(lock.acquiredBy() instanceof FileChannel channel ? channel : null);
        }
      }
    }
  }

  private static final class Shared {
    private final String place;
    private final @Nullable FileLock lock;
    private final Set<String> keys = new HashSet<>();
    private int users;

    Shared(String place, @Nullable FileLock lock) {
      this.place = place;
      this.lock = lock;
    }
  }
}
