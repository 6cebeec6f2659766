package io.github.rowqueue.arch;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.GeneralCodingRules;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The rules of {@link PackageDirectionTest}, over any base package, so that {@link
 * ArchitectureRulesTest} can see each of them fail on the classes under {@code fixture}.
 *
 * <p>Packages are named relative to the base; the empty name is the base package itself.
 */
final class ArchitectureRules {
  private final String base;

  ArchitectureRules(String base) {
    this.base = base;
  }

  /** The package at {@code index} of {@code order} depends on no package of ours after it. */
  ArchRule dependsOnlyOnEarlierPackages(List<String> order, int index) {
    String[] allowed =
        order.subList(0, index + 1).stream().map(this::absolute).toArray(String[]::new);
    return classes()
        .that()
        .resideInAPackage(absolute(order.get(index)))
        .should()
        .onlyDependOnClassesThat(not(resideInAPackage(base + "..")).or(resideInAnyPackage(allowed)))
        .because("a package depends only on those before it, so each can be read without the next")
        .allowEmptyShould(true);
  }

  ArchRule everyClassHasItsPlaceIn(List<String> order) {
    return classes()
        .that()
        .resideInAPackage(base + "..")
        .should()
        .resideInAnyPackage(order.stream().map(this::absolute).toArray(String[]::new))
        .because("a package outside the list would be bound by no direction; give it a place there")
        .allowEmptyShould(true);
  }

  ArchRule packagesFormNoCycle() {
    return slices()
        .assignedFrom(new PackageOfClass(base))
        .should()
        .beFreeOfCycles()
        .because("packages in a circle can only be understood all at once")
        .allowEmptyShould(true);
  }

  ArchRule importsNothingOfOurs(String name) {
    return classes()
        .that()
        .resideInAPackage(absolute(name))
        .should()
        .onlyDependOnClassesThat(
            not(resideInAPackage(base + "..")).or(resideInAPackage(absolute(name))))
        .because("what can go wrong must be nameable from everywhere")
        .allowEmptyShould(true);
  }

  ArchRule touchesNoDatabase(String name) {
    return noClasses()
        .that()
        .resideInAPackage(absolute(name))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.sql..", "javax.sql..")
        .because("a dialect is text and parameters, tested without a database")
        .allowEmptyShould(true);
  }

  ArchRule nothingSleeps() {
    return noClasses()
        .that()
        .resideInAPackage(base + "..")
        .should()
        .accessTargetWhere(
            methods(Thread.class, "sleep")
                .or(methods(TimeUnit.class, "sleep"))
                .or(methods(LockSupport.class, "parkNanos"))
                .or(methods(LockSupport.class, "parkUntil")))
        .because(
            "a sleep is a guess about time: wait for what you wait for, or use the clock and the"
                + " Pause that tests can move")
        .allowEmptyShould(true);
  }

  ArchRule nothingPrints() {
    return noClasses()
        .that()
        .resideInAPackage(base + "..")
        .should(GeneralCodingRules.ACCESS_STANDARD_STREAMS)
        .because("a library speaks through its logger and its exceptions")
        .allowEmptyShould(true);
  }

  private String absolute(String name) {
    return name.isEmpty() ? base : base + "." + name + "..";
  }

  private static DescribedPredicate<JavaAccess<?>> methods(Class<?> type, String method) {
    return target(owner(assignableTo(type))).and(target(name(method))).forSubtype();
  }

  private record PackageOfClass(String base) implements SliceAssignment {
    @Override
    public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
      String name = javaClass.getPackageName();
      return name.equals(base) || name.startsWith(base + ".")
          ? SliceIdentifier.of(name)
          : SliceIdentifier.ignore();
    }

    @Override
    public String getDescription() {
      return "packages of " + base;
    }
  }
}
