package io.github.rowqueue.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Writes {@code target/tested-databases.txt} at the end of a run: one line per database with its
 * version, where it came from and how many tests ran on it. A green build alone does not tell
 * whether a database was tested; CI compares this file with what it expects.
 */
public final class TestedDatabasesReport implements TestExecutionListener {
  private final Map<DatabaseKind, Integer> tests = new EnumMap<>(DatabaseKind.class);
  private TestPlan plan;

  @Override
  public void testPlanExecutionStarted(TestPlan started) {
    plan = started;
  }

  @Override
  public synchronized void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (test.isTest() && result.getStatus() != TestExecutionResult.Status.ABORTED) {
      kindOf(test).ifPresent(kind -> tests.merge(kind, 1, Integer::sum));
    }
  }

  @Override
  public synchronized void testPlanExecutionFinished(TestPlan finished) {
    if ("false".equals(System.getProperty("rowqueue.tested.databases.write"))) {
      return; // the run of what needs the jar, after that of the tests
    }
    Path file = Settings.serversDir().resolveSibling("tested-databases.txt");
    try {
      Files.createDirectories(file.getParent());
      Files.write(file, lines(tests));
    } catch (IOException e) {
      throw new UncheckedIOException("Could not write " + file, e);
    }
  }

  /** One line for each kind, also for those no test asked for, so that none can go missing. */
  static List<String> lines(Map<DatabaseKind, Integer> tests) {
    return Arrays.stream(DatabaseKind.values())
        .map(kind -> line(kind, tests.getOrDefault(kind, 0)))
        .toList();
  }

  private static String line(DatabaseKind kind, int count) {
    TestDatabase used = TestDatabases.used().get(kind);
    String version = used == null ? "none" : used.version();
    String source = used == null ? "unused" : used.source();
    if (TestDatabases.leftOut().contains(kind)) {
      return "database=%s version=none source=left-out tests=0".formatted(kind.id());
    }
    return "database=%s version=%s source=%s tests=%d".formatted(kind.id(), version, source, count);
  }

  /** The nearest class above a test decides, so nested classes and dynamic tests count too. */
  private Optional<DatabaseKind> kindOf(TestIdentifier test) {
    Optional<TestIdentifier> step = Optional.of(test);
    while (step.isPresent()) {
      Optional<DatabaseKind> kind =
          step.get()
              .getSource()
              .flatMap(TestedDatabasesReport::javaClass)
              .flatMap(TestedDatabasesReport::annotated);
      if (kind.isPresent()) {
        return kind;
      }
      step = plan.getParent(step.get());
    }
    return Optional.empty();
  }

  private static Optional<Class<?>> javaClass(TestSource source) {
    if (source instanceof MethodSource method) {
      return Optional.of(method.getJavaClass());
    }
    return source instanceof ClassSource type ? Optional.of(type.getJavaClass()) : Optional.empty();
  }

  private static Optional<DatabaseKind> annotated(Class<?> type) {
    return Optional.ofNullable(type.getAnnotation(OnDatabase.class)).map(OnDatabase::value);
  }
}
