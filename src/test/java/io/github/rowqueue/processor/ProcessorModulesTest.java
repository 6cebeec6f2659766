package io.github.rowqueue.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.lang.module.ResolvedModule;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The processor serves modular services, and asks nothing of them at run time. */
class ProcessorModulesTest {

  @Test
  void a_module_that_reads_no_compiler_gets_code_it_can_compile() {
    String modules = ours().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    Compilation clean =
        Javac.withProcessor()
            .options("-Xlint:all,-processing,-requires-automatic", "-Werror")
            .options("--module-path", modules, "-cp", "")
            .source(
                "module-info",
                "module acme { requires transitive io.github.rowqueue; exports acme; }")
            .source(
                "acme.Job",
                """
                package acme;
                import io.github.rowqueue.table.*;
                @QueueTable("jobs") public record Job(@Id long id) {}
                """)
            .compile();
    assertThat(clean.texts()).isEmpty();
    assertThat(clean.generated()).containsOnlyKeys("acme.Job_RowqueueTable");
  }

  @Test
  void a_modular_service_starts_without_the_compiler() {
    Configuration resolved =
        Configuration.empty()
            .resolve(
                ModuleFinder.of(ours().toArray(Path[]::new)),
                ModuleFinder.ofSystem(),
                Set.of("io.github.rowqueue"));
    assertThat(resolved.modules())
        .extracting(ResolvedModule::name)
        .contains("io.github.rowqueue", "java.sql")
        .doesNotContain("java.compiler");
  }

  /** This build's classes and what they need. */
  private static Stream<Path> ours() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(
            entry ->
                entry.matches(".*(HikariCP|jackson-|slf4j-api|jspecify|[/\\\\]classes).*")
                    && !entry.contains("test-classes"))
        .map(Path::of);
  }
}
