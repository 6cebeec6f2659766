package io.github.rowqueue.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What docs/compile-time-checks.md shows is so. */
class CompileTimeChecksTest {

  private static final Path PAGE = Path.of("docs/compile-time-checks.md");

  @Test
  void the_maven_configuration_names_this_project() throws IOException {
    String plugin = Files.readString(Path.of("src/examples/maven/compiler-plugin.xml"));
    String pom = Files.readString(Path.of("pom.xml"));
    assertThat(Files.readString(PAGE)).contains("```xml\n" + plugin + "```");
    for (String element : new String[] {"groupId", "artifactId", "version"}) {
      String ours = pom.substring(pom.indexOf("<" + element + ">"));
      assertThat(plugin).contains(ours.substring(0, ours.indexOf('\n')));
    }
  }

  @Test
  void the_mistake_is_told_as_shown() throws IOException {
    List<String> blocks =
        Pattern.compile("(?s)```text\\n(.*?)```")
            .matcher(Files.readString(PAGE))
            .results()
            .map(block -> block.group(1))
            .toList();
    String mistake = blocks.get(0);
    String told = blocks.get(1);
    Compilation refused =
        Javac.withProcessor()
            .source("ReminderJob", "import io.github.rowqueue.table.*;\n" + mistake)
            .compile();
    assertThat(refused.texts()).containsExactly(told.strip().replaceFirst("error: ", ""));
  }

  @Test
  void the_example_gets_its_class() {
    assertThat(getClass().getClassLoader().getResource(companion())).isNotNull();
  }

  private static String companion() {
    return "io/github/rowqueue/examples/docs/ReminderJob_RowqueueTable.class";
  }
}
