package io.github.rowqueue.arch;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Who may import whom, and what no class may do. {@link ArchitectureRulesTest} tests the rules. */
class PackageDirectionTest {
  private static final String BASE = "io.github.rowqueue";

  /** A package depends only on those before it. The last one is the root. */
  private static final List<String> ORDER =
      List.of(
          "error",
          "table",
          "processor",
          "codec",
          "dialect",
          "publish",
          "subscribe",
          "internal.clock",
          "internal.jdbc",
          "internal.publish",
          "internal.form",
          "internal.subscriber",
          "");

  private static final JavaClasses MAIN =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages(BASE);

  /** Without what breaks the rules for their tests, and what JMH generates. */
  private static final JavaClasses MAIN_AND_TESTS =
      new ClassFileImporter()
          .importPackages(BASE)
          .that(resideOutsideOfPackages(BASE + ".arch.fixture..", "..jmh_generated.."));

  private final ArchitectureRules rules = new ArchitectureRules(BASE);

  @TestFactory
  Stream<DynamicTest> a_package_depends_only_on_packages_before_it() {
    return IntStream.range(0, ORDER.size())
        .mapToObj(
            index ->
                dynamicTest(
                    ORDER.get(index).isEmpty() ? "(root)" : ORDER.get(index),
                    () -> rules.dependsOnlyOnEarlierPackages(ORDER, index).check(MAIN)));
  }

  @Test
  void the_rules_see_the_classes_they_judge() {
    assertThat(MAIN).isNotEmpty();
    assertThat(MAIN_AND_TESTS.contain(PackageDirectionTest.class)).isTrue();
  }

  @Test
  void every_package_has_its_place_in_the_order() {
    rules.everyClassHasItsPlaceIn(ORDER).check(MAIN);
  }

  @Test
  void packages_form_no_cycle() {
    rules.packagesFormNoCycle().check(MAIN);
  }

  @Test
  void errors_import_nothing_of_ours() {
    rules.importsNothingOfOurs("error").check(MAIN);
  }

  @Test
  void dialects_touch_no_database() {
    rules.touchesNoDatabase("dialect").check(MAIN);
  }

  @Test
  void nothing_sleeps_in_main_or_in_tests() {
    rules.nothingSleeps().check(MAIN_AND_TESTS);
  }

  @Test
  void main_prints_nothing() {
    rules.nothingPrints().check(MAIN);
  }
}
