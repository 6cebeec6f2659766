package io.github.rowqueue.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.error.TableSpecException;
import io.github.rowqueue.processor.Compilation;
import io.github.rowqueue.processor.Javac;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.Test;

/**
 * Random classes, compiled with the processor and read by {@link Table#of(Class)}: javac and the
 * start say the same of each, and the processor never fails.
 */
class ProcessorFuzzTest {

  private static final int CLASSES = 1_000;
  private static final long SEED = 42;

  @Test
  void javac_and_the_start_say_the_same_of_random_classes() throws Exception {
    List<String> declared = new RandomTables(SEED).declarations(CLASSES);
    Compilation checked = compile(Javac.withProcessor().options("-Xmaxerrs", "0"), declared);
    Compilation plain = compile(Javac.withoutProcessor(), declared);
    assertThat(plain.texts()).isEmpty();

    Map<String, List<String>> inJavac = refusals(checked);
    ClassLoader loader = plain.loader();
    List<String> standing = new ArrayList<>();
    for (int i = 0; i < CLASSES; i++) {
      Class<?> rowClass = loader.loadClass("fuzz.Tables$T" + i);
      List<String> atStart = problems(rowClass);
      assertThat(inJavac.getOrDefault("T" + i, List.of()))
          .as(declared.get(i))
          .containsExactlyInAnyOrderElementsOf(atStart);
      if (atStart.isEmpty()) {
        standing.add(declared.get(i));
      }
    }
    // Else the test would show one of the two only.
    assertThat(standing.size()).isBetween(CLASSES / 20, CLASSES * 9 / 10);
    compilesAndIsUsed(standing);
  }

  private static void compilesAndIsUsed(List<String> standing) throws Exception {
    Compilation clean =
        compile(Javac.withProcessor().options("-Xlint:all,-processing", "-Werror"), standing);
    assertThat(clean.texts()).isEmpty();
    ClassLoader loader = clean.loader();
    for (String declaration : standing) {
      Class<?> rowClass = loader.loadClass("fuzz.Tables$" + nameIn(declaration));
      assertThat(Companions.find(rowClass, RowClass.of(rowClass).draft()))
          .as(declaration)
          .isPresent();
    }
  }

  private static Compilation compile(Javac javac, List<String> declarations) {
    return javac.source("fuzz.Tables", RandomTables.source(declarations)).compile();
  }

  private static Map<String, List<String>> refusals(Compilation checked) {
    assertThat(checked.told())
        .allSatisfy(told -> assertThat(told.getKind()).isEqualTo(Diagnostic.Kind.ERROR));
    return checked.told().stream()
        .map(told -> told.getMessage(Locale.ROOT))
        .collect(
            Collectors.groupingBy(ProcessorFuzzTest::nameIn, TreeMap::new, Collectors.toList()));
  }

  private static List<String> problems(Class<?> rowClass) {
    try {
      Table.of(rowClass);
      return List.of();
    } catch (TableSpecException refused) {
      String subject = RowClass.of(rowClass).draft().describedBy();
      return refused.problems().stream()
          .map(problem -> subject + " is not a queue table: " + problem)
          .toList();
    }
  }

  private static String nameIn(String text) {
    return text.replaceFirst("(?s).*?(?:record|class|enum|interface) (T\\d+).*", "$1");
  }
}
