package io.github.rowqueue.arch;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import io.github.rowqueue.arch.fixture.Breaches;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each rule of {@link PackageDirectionTest} can fail: shown on classes that break it. */
class ArchitectureRulesTest {
  private static final String BASE = Breaches.class.getPackageName();
  private static final List<String> ORDER = List.of("error", "early", "dialect", "late", "");
  private static final JavaClasses FIXTURE = new ClassFileImporter().importPackages(BASE);

  private final ArchitectureRules rules = new ArchitectureRules(BASE);

  @Test
  void an_import_of_a_later_package_is_reported() {
    assertThat(failures(rules.dependsOnlyOnEarlierPackages(ORDER, 1)))
        .contains("early.ReachesForward", "late.Later");
  }

  @Test
  void an_import_of_an_earlier_package_is_not_reported() {
    assertThat(failures(rules.dependsOnlyOnEarlierPackages(ORDER, 3))).isEmpty();
  }

  @Test
  void an_import_of_the_root_is_reported() {
    assertThat(failures(rules.dependsOnlyOnEarlierPackages(ORDER, 2)))
        .contains("dialect.OpensConnections", "fixture.Breaches");
  }

  @Test
  void a_package_outside_the_order_is_reported() {
    assertThat(failures(rules.everyClassHasItsPlaceIn(List.of("error", "early", "dialect", ""))))
        .contains("late.Later")
        .doesNotContain("early.ReachesForward");
  }

  @Test
  void a_cycle_is_reported() {
    assertThat(failures(rules.packagesFormNoCycle())).contains("Cycle detected");
  }

  @Test
  void an_error_that_imports_something_of_ours_is_reported() {
    assertThat(failures(rules.importsNothingOfOurs("error"))).contains("error.KnowsTooMuch");
  }

  @Test
  void a_dialect_that_opens_connections_is_reported() {
    assertThat(failures(rules.touchesNoDatabase("dialect"))).contains("dialect.OpensConnections");
  }

  @Test
  void each_way_to_sleep_is_reported() {
    assertThat(failures(rules.nothingSleeps()))
        .contains("Breaches.sleepsInAThread")
        .contains("Breaches.sleepsInAUnit")
        .contains("Breaches.parks")
        .contains("Breaches.sleepsByReference");
  }

  @Test
  void each_way_to_print_is_reported() {
    assertThat(failures(rules.nothingPrints()))
        .contains("Breaches.printsOut")
        .contains("Breaches.printsErr")
        .contains("Breaches.printsATrace");
  }

  private static String failures(ArchRule rule) {
    return String.join("\n", rule.evaluate(FIXTURE).getFailureReport().getDetails());
  }
}
