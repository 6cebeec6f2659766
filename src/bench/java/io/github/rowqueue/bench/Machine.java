package io.github.rowqueue.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/** What a run stood on. */
final class Machine {

  private static final Path CPUS = Path.of("/proc/cpuinfo");

  private Machine() {}

  static Map<String, String> described() throws IOException {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("processors", String.valueOf(Runtime.getRuntime().availableProcessors()));
    all.put("processor", processor());
    if (ManagementFactory.getOperatingSystemMXBean()
        instanceof com.sun.management.OperatingSystemMXBean system) {
      all.put("memory", (system.getTotalMemorySize() >> 30) + " GiB");
    }
    all.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    all.put("java", System.getProperty("java.vm.name") + " " + Runtime.version());
    all.put("heap", (Runtime.getRuntime().maxMemory() >> 20) + " MiB");
    return all;
  }

  private static String processor() throws IOException {
    if (!Files.exists(CPUS)) {
      return System.getProperty("os.arch");
    }
    try (Stream<String> lines = Files.lines(CPUS)) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(System.getProperty("os.arch"));
    }
  }
}
