package io.github.rowqueue.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a service's build sees besides refusals; those are held by {@code TableRulesTest}. */
class QueueTableProcessorTest {

  private static final String EVERY_ROLE =
      """
      package acme;
      import io.github.rowqueue.table.*;
      import java.time.*;
      import java.util.*;
      import org.jspecify.annotations.Nullable;
      public class Tables {
        public enum Colour { RED }
        @Deprecated(forRemoval = true) public record Old(int number) {}
        @SuppressWarnings("removal")
        @QueueTable(value = "every_role", schema = "app")
        public record EveryRole<T>(
            @Id @Generated long id, @Group(fifo = true) Colour queue, @PartitionKey String key,
            @Priority short priority, @RetryAfter Instant retryAfter, @Attempt int attempt,
            @LockedUntil @Nullable Instant lockedUntil, @ProcessedAt @Nullable Instant doneAt,
            @Headers Map<String, String> headers, @Payload byte[] payload,
            @LastError @Nullable String lastError, @Column("a \\"b\\"") @Nullable Integer number,
            @NotAColumn T left, @NotAColumn List<T> out, @Json Old old, @Json Object any,
            @Json Map<String, List<Object>> tree, boolean flag, char letter, double real,
            @Json int[]... numbers) {}
        @QueueTable(value = "keyed", lockKey = "k-{id}", clock = QueueClock.DATABASE)
        static class Keyed extends Base {
          String text = "";
          @NotAColumn private Object ours = "";
          private transient int cached;
          static int ignored;
          Keyed() throws java.io.IOException {}
          int cached() { return cached + ours.hashCode(); }
        }
        static class Base { @Id protected UUID id = new UUID(0, 0); @Column("t2") int text; }
      }
      """;

  @ParameterizedTest
  @ValueSource(strings = {"--release=17", "--release=17 -parameters", ""})
  void every_role_compiles_without_a_warning(String options) {
    Compilation clean =
        Javac.withProcessor()
            .options("-Xlint:all,-processing", "-Werror")
            .options(split(options))
            .source("acme.Tables", EVERY_ROLE)
            .compile();
    assertThat(clean.texts()).isEmpty();
    assertThat(clean.succeeded()).isTrue();
    assertThat(clean.generated())
        .containsOnlyKeys("acme.Tables_EveryRole_RowqueueTable", "acme.Tables_Keyed_RowqueueTable");
  }

  @Test
  void generated_code_reads_as_if_written() {
    Compilation clean =
        Javac.withProcessor()
            .options("-Xlint:all,-processing", "-Werror")
            .source("Job", job("record Job(@Id long id, @Column(\"x\") String text)"))
            .compile();
    assertThat(clean.texts()).isEmpty();
    assertThat(clean.generated().get("Job_RowqueueTable"))
        .isEqualTo(
            """
            /** Builds rows of {@code Job} and takes them apart. Generated from its annotations. */
            @SuppressWarnings({
              "all", "cast", "deprecation", "exports", "rawtypes", "removal", "unchecked", "NullAway"
            })
            public final class Job_RowqueueTable implements io.github.rowqueue.table.RowCompanion<Job> {

              /** Called by Rowqueue. */
              public Job_RowqueueTable() {}

              @Override
              public int format() {
                return 1;
              }

              @Override
              public Class<Job> rowClass() {
                return Job.class;
              }

              @Override
              public String members() {
                return "record Job(long id, java.lang.String text)";
              }

              @Override
              public Job build(Object[] values) throws Throwable {
                return new Job(
                    (long) values[0],
                    (java.lang.String) values[1]);
              }

              @Override
              public Object value(Job row, int index) {
                return switch (index) {
                  case 0 -> row.id();
                  case 1 -> row.text();
                  default -> throw new IndexOutOfBoundsException(index);
                };
              }
            }
            """);
  }

  @Test
  void a_module_that_reads_no_compiler_gets_code_it_can_compile() {
    String modules =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> !entry.endsWith("test-classes"))
            .filter(entry -> !entry.contains("junit") && !entry.contains("archunit"))
            .collect(Collectors.joining(File.pathSeparator));
    Compilation clean =
        Javac.withProcessor()
            .options("-Xlint:all,-processing,-requires-automatic", "-Werror")
            .options("--module-path", modules, "-cp", "")
            .source(
                "module-info",
                "module acme { requires transitive io.github.rowqueue; exports acme; }")
            .source("acme.Job", "package acme; " + job("public record Job(@Id long id)"))
            .compile();
    assertThat(clean.texts()).isEmpty();
    assertThat(clean.generated()).containsOnlyKeys("acme.Job_RowqueueTable");
  }

  static Stream<Arguments> unreachable() {
    return Stream.of(
        Arguments.of("a private record", "private record Job(@Id long id)"),
        Arguments.of("a private type", "record Job(@Id long id, @Json Secret secret)"),
        Arguments.of("an array of a private type", "record Job(@Id long id, @Json Secret[][] s)"),
        Arguments.of("a private field", "static class Job { @Id private long id; }"),
        Arguments.of("a private constructor", "static class Job { @Id long id; private Job() {} }"),
        Arguments.of("a field of another package", "static class Job extends other.Base {}"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("unreachable")
  void what_code_beside_it_cannot_reach_is_left_to_method_handles(String name, String declared) {
    String job = job(declared).replace("@Queue", "class Outer { enum Secret {} @Queue") + " }";
    Compilation clean =
        Javac.withProcessor()
            .source("acme.Outer", "package acme; " + job.replace("enum", "private enum"))
            .source(
                "other.Base",
                "package other; public class Base {"
                    + " @io.github.rowqueue.table.Id protected long id; }")
            .compile();
    assertThat(clean.texts()).isEmpty();
    assertThat(clean.succeeded()).isTrue();
    assertThat(clean.generated()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "@QueueTable record Job(@Id long id) {}",
        "@QueueTable(1) record Job(@Id long id) {}",
        "@QueueTable(Missing.NAME) record Job(@Id long id) {}",
        "@QueueTable(value = \"a\", clock = QueueClock.SUN) record Job(@Id long id) {}",
        "@QueueTable(\"a\") record Job(@Id long id, @Column(5) String text) {}",
        "@QueueTable(\"a\") record Job(@Id long id, @Unknown String text) {}",
        "@QueueTable(\"a\") record Job(@Id long id, Missing text) {}",
        "@QueueTable(\"a\") record Job(@Id long id, @Json java.util.List<Missing> text) {}",
        "@QueueTable(\"a\") record Job(@Id long id, long id) {}",
        "@QueueTable(\"a\") record Job(@Id long) {}",
        "@QueueTable(\"a\") record Job(@Id void id) {}",
        "@QueueTable(\"a\") class Job extends Missing { @Id long id; }",
        "@QueueTable(\"a\") class Job extends Job { @Id long id; }",
        "@QueueTable(\"a\") @QueueTable(\"b\") record Job(@Id long id) {}",
        "@QueueTable(\"a\") record Job(@Id @Id long id) {}",
        "@QueueTable(\"a\") record Job { @Id long id; }",
        "@QueueTable(\"a\") class Job<T extends Missing & T> { @Id T id; }",
        "@QueueTable(\"a\") class Job { @Id long id; Job(Missing m) {} ",
        "class A { void m() { @QueueTable(\"a\") record Job(@Id double id) {} } } class A {}"
      })
  void code_that_does_not_compile_is_javacs_to_refuse(String code) {
    Compilation broken =
        Javac.withProcessor()
            .source("Job", "import io.github.rowqueue.table.*;\n" + code)
            .compile();
    assertThat(broken.succeeded()).isFalse();
    assertThat(broken.texts()).noneMatch(text -> text.contains("not checked before start"));
    assertThat(broken.texts().toString()).doesNotContain("xception", "at io.github.rowqueue");
  }

  @Test
  void a_type_that_another_processor_writes_is_waited_for() {
    Compilation clean =
        Javac.with(new QueueTableProcessor(), new EnumWriter())
            .source("Job", job("record Job(@Id long id, @Group Written queue)"))
            .compile();
    assertThat(clean.texts()).isEmpty();
    assertThat(clean.generated()).containsKeys("Job_RowqueueTable", "Written");
  }

  @Test
  void a_field_of_a_superclass_is_told_at_the_row_class() {
    Compilation refused =
        Javac.withProcessor()
            .source("Base", "class Base {\n@io.github.rowqueue.table.Id double id; }")
            .source("Job", "\n\n\n\n" + job("class Job extends Base"))
            .compile();
    assertThat(refused.told())
        .singleElement()
        .satisfies(
            told -> {
              assertThat(told.getSource().getName()).endsWith("Job.java");
              assertThat(told.getLineNumber()).isEqualTo(6);
              assertThat(told.getMessage(Locale.ROOT))
                  .isEqualTo(
                      "class Job is not a queue table: field id (@Id) has the type double: use"
                          + " long, int, short, String or UUID");
            });
  }

  private static String job(String declared) {
    return "import io.github.rowqueue.table.*;\n@QueueTable(\"jobs\") "
        + declared
        + (declared.contains("}") ? "" : " {}");
  }

  private static String[] split(String options) {
    return Arrays.stream(options.split("[ =]"))
        .filter(option -> !option.isEmpty())
        .toArray(String[]::new);
  }
}
