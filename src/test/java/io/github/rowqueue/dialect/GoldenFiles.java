package io.github.rowqueue.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Files that hold what the code renders, compared byte for byte. A missing file fails, and so does
 * one that nothing renders any more; {@code -Drowqueue.golden.write=true} writes them anew.
 */
final class GoldenFiles {

  private static final boolean WRITE = Boolean.getBoolean("rowqueue.golden.write");

  private GoldenFiles() {}

  /**
   * Compares the files under {@code directory} with {@code expected}, whose keys are paths below
   * it.
   */
  static void compare(Path directory, Map<String, String> expected) {
    try {
      if (WRITE) {
        write(directory, expected);
      }
      Map<String, String> found = read(directory);
      assertThat(found.keySet())
          .as("files under %s", directory)
          .isEqualTo(new TreeMap<>(expected).keySet());
      expected.forEach((path, text) -> assertThat(found.get(path)).as(path).isEqualTo(text));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A statement as its file shows it. */
  static String text(Statement statement) {
    StringBuilder text = new StringBuilder("-- ").append(statement.name()).append('\n');
    text.append(statement.sql()).append('\n');
    List<Param> params = statement.params();
    for (int i = 0; i < params.size(); i++) {
      text.append(i == 0 ? "\n" : "")
          .append("-- ")
          .append(i + 1)
          .append(' ')
          .append(params.get(i))
          .append('\n');
    }
    return text.toString();
  }

  private static void write(Path directory, Map<String, String> expected) throws IOException {
    for (String path : read(directory).keySet()) {
      Files.delete(directory.resolve(path));
    }
    for (Map.Entry<String, String> file : expected.entrySet()) {
      Path path = directory.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.writeString(path, file.getValue());
    }
  }

  private static Map<String, String> read(Path directory) throws IOException {
    Map<String, String> files = new TreeMap<>();
    if (!Files.isDirectory(directory)) {
      return files;
    }
    try (Stream<Path> paths = Files.walk(directory)) {
      for (Path path : paths.filter(Files::isRegularFile).toList()) {
        files.put(directory.relativize(path).toString().replace('\\', '/'), Files.readString(path));
      }
    }
    return files;
  }
}
