package io.github.rowqueue.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Nothing is shown that is not compiled or run: each java, sql and xml block of README.md and
 * docs/*.md stands under a comment {@code <!-- snippet: path#name -->} and equals what stands
 * between {@code // snippet:name} (or {@code -- snippet:name}) and {@code // end} in that file;
 * without a name it equals the whole file.
 */
class ReadmeTest {

  private static final Pattern BLOCK =
      Pattern.compile(
          "(?m)(?:^<!-- snippet: (?<path>[^#\\s]+)(?:#(?<name>\\S+))? -->\\R)?"
              + "^```(?<language>\\w+)\\R(?<text>(?s:.*?))^```$");
  private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:)([^)#\\s]+)[^)]*\\)");
  private static final List<String> CHECKED = List.of("java", "sql", "xml");

  static Stream<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>(List.of(Path.of("README.md")));
    try (Stream<Path> docs = Files.list(Path.of("docs"))) {
      docs.filter(page -> page.toString().endsWith(".md")).sorted().forEach(pages::add);
    }
    return pages.stream();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void every_snippet_is_compiled_or_run(Path page) throws IOException {
    Matcher block = BLOCK.matcher(Files.readString(page));
    while (block.find()) {
      if (CHECKED.contains(block.group("language"))) {
        String path = block.group("path");
        assertThat(path).as("%s: a marker above this block:\n%s", page, block.group()).isNotNull();
        assertThat(block.group("text"))
            .as("%s: %s#%s", page, path, block.group("name"))
            .isEqualTo(snippet(Path.of(path), block.group("name")));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void every_link_to_a_file_leads_somewhere(Path page) throws IOException {
    Matcher link = LINK.matcher(Files.readString(page));
    while (link.find()) {
      assertThat(page.toAbsolutePath().resolveSibling(link.group(1))).as("%s", page).exists();
    }
  }

  @Test
  void the_readme_has_the_commands_that_keep_working() throws IOException {
    assertThat(Files.readAllLines(Path.of("README.md")))
        .contains("mvn -q test-compile exec:java", "mvn -B verify");
  }

  @Test
  void a_snippet_ends_where_its_source_says() throws IOException {
    Path source = Path.of("src/examples/java/io/github/rowqueue/examples/quickstart/EmailJob.java");
    assertThat(snippet(source, "row"))
        .startsWith("@QueueTable(\"email_jobs\")\nrecord EmailJob(\n    @Id")
        .endsWith("@Payload String payload) {}\n");
  }

  private static String snippet(Path source, String name) throws IOException {
    if (source.equals(Path.of("pom.xml"))) {
      return dependency(Files.readString(source));
    }
    if (name == null) {
      return Files.readString(source);
    }
    List<String> lines = Files.readAllLines(source);
    int start = indexOf(lines, 0, "(//|--) snippet:" + name);
    int end = indexOf(lines, start, "(//|--) end");
    return withoutIndent(lines.subList(start + 1, end));
  }

  private static int indexOf(List<String> lines, int from, String marker) {
    for (int i = from; i < lines.size(); i++) {
      if (lines.get(i).strip().matches(marker)) {
        return i;
      }
    }
    throw new AssertionError("no line " + marker);
  }

  /** The lines without the indent all of them share, and without empty ones at the end. */
  private static String withoutIndent(List<String> lines) {
    return lines.stream().collect(Collectors.joining("\n")).stripTrailing().stripIndent() + "\n";
  }

  /** The dependency that the coordinates of this project make. */
  private static String dependency(String pom) {
    return """
        <dependency>
          <groupId>%s</groupId>
          <artifactId>%s</artifactId>
          <version>%s</version>
        </dependency>
        """
        .formatted(first(pom, "groupId"), first(pom, "artifactId"), first(pom, "version"));
  }

  private static String first(String pom, String element) {
    Matcher value = Pattern.compile("<%s>([^<]+)<".formatted(element)).matcher(pom);
    assertThat(value.find()).as(element).isTrue();
    return value.group(1);
  }
}
