package io.github.rowqueue.servers;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Stand-ins for libaio and libnuma, which MySQL 8.0 is linked against and a bare machine lacks.
 * Each lies in a folder of its own, so that one can be given without hiding the real other one.
 */
final class NativeStubs {
  private static final List<String> NAMES = List.of("libaio", "libnuma");

  private NativeStubs() {}

  static void copyTo(Path folder) throws IOException {
    for (String name : NAMES) {
      String file = name + "/" + name + ".so.1";
      String resource = "/native/linux-x86-64/" + file;
      try (InputStream in = NativeStubs.class.getResourceAsStream(resource)) {
        if (in == null) {
          throw new IOException("the test resource " + resource + " is missing");
        }
        Path target = folder.resolve(file);
        Files.createDirectories(target.getParent());
        Files.copy(in, target);
      }
    }
  }

  /** The library path a program needs here: the stand-ins of those libraries that are missing. */
  static String libraryPath(Path folder, Path program) throws IOException, InterruptedException {
    String loaded = Settings.forceStubs() ? "" : libraries(program);
    List<String> needed = new ArrayList<>();
    for (String name : NAMES) {
      if (Settings.forceStubs() || loaded.contains(name + ".so.1 => not found")) {
        needed.add(folder.resolve(name).toString());
      }
    }
    return String.join(":", needed);
  }

  /** Asks the system's own loader, as ldd does, since ldd itself may be missing. */
  private static String libraries(Path program) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(program.toString()).redirectErrorStream(true);
    builder.environment().put("LD_TRACE_LOADED_OBJECTS", "1");
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return output;
  }
}
