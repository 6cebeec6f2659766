package io.github.rowqueue.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * A server's files, unpacked once from the jar that Maven copied and used by all later runs. They
 * are made in a folder aside that gets its final name at the end, so a run killed half way leaves
 * no half server; a new jar gets a new folder.
 */
final class UnpackedServer {
  /** Part of the folder's name: raise it when what {@link Contents} writes changes. */
  private static final String LAYOUT = "1";

  /** Writes a server's files into an empty folder. */
  interface Contents {
    void write(ZipFile jar, Path home) throws IOException, InterruptedException;
  }

  private UnpackedServer() {}

  static Path home(DatabaseKind kind, Contents contents) throws IOException, InterruptedException {
    Path root = Settings.serversDir();
    try (ZipFile jar = open(kind)) {
      Path home = root.resolve(kind.id() + "-" + hash(jar));
      if (Files.exists(home)) {
        return home;
      }
      return CrossProcessLock.holding(
          root.resolve(kind.id() + ".lock"),
          () -> {
            if (Files.notExists(home)) {
              unpack(kind, jar, home, contents);
            }
            return home;
          });
    }
  }

  /** The jar of a server, or an error that says why there is none. */
  static ZipFile open(DatabaseKind kind) throws IOException {
    String system = System.getProperty("os.name") + " " + System.getProperty("os.arch");
    if (!system.toLowerCase(Locale.ROOT).matches("linux (amd64|x86_64)")) {
      throw new IOException("the copied server is for Linux x86-64 and this is " + system);
    }
    Path jar = Settings.serversDir().resolve(kind.id() + ".jar");
    if (Files.notExists(jar)) {
      throw new IOException("there is no " + jar + ", which the build copies from Maven");
    }
    return new ZipFile(jar.toFile());
  }

  private static void unpack(DatabaseKind kind, ZipFile jar, Path home, Contents contents)
      throws IOException, InterruptedException {
    String prefix = kind.id() + ".unpacking-";
    try (Stream<Path> siblings = Files.list(home.getParent())) {
      for (Path half :
          siblings.filter(path -> path.getFileName().toString().startsWith(prefix)).toList()) {
        FileTrees.delete(half);
      }
    }
    Path aside = home.resolveSibling(prefix + UUID.randomUUID().toString().substring(0, 8));
    Files.createDirectories(aside);
    contents.write(jar, aside);
    Files.move(aside, home, StandardCopyOption.ATOMIC_MOVE);
  }

  /** From the jar's directory, which holds each entry's checksum: no need to read 150 MB. */
  private static String hash(ZipFile jar) {
    CRC32 sum = new CRC32();
    sum.update(LAYOUT.getBytes());
    jar.stream().map(UnpackedServer::fingerprint).forEach(text -> sum.update(text.getBytes()));
    return String.format("%08x", sum.getValue());
  }

  private static String fingerprint(ZipEntry entry) {
    return entry.getName() + ' ' + entry.getCrc() + '\n';
  }
}
