package io.github.rowqueue.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

@Timeout(value = 90, unit = TimeUnit.SECONDS)
class QuickstartTest {

  private static final String LAST_LINE =
      "quickstart: database=sqlite published=1000 acked=990 retried=60 parked=10 lost=0";

  private final Logger log = (Logger) LoggerFactory.getLogger("io.github.rowqueue.internal");

  @BeforeEach
  void leave_out_the_failures_that_are_wanted() {
    log.setLevel(Level.ERROR);
  }

  @AfterEach
  void log_again() {
    log.setLevel(null);
  }

  @Test
  void every_message_is_finished_or_parked_and_the_last_line_says_so(@TempDir Path folder)
      throws Exception {
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    Path file = folder.resolve("quickstart.db");

    Report report = new Quickstart(file, print(written), false).run();

    String text = written.toString(StandardCharsets.UTF_8);
    assertThat(report.isComplete()).isTrue();
    assertThat(text.lines()).last().isEqualTo(LAST_LINE);
    assertThat(text)
        .as("no control codes where there is no terminal")
        .matches("[\\x20-\\x7e\\r\\n]*")
        .doesNotContain("\r[");
  }

  @Test
  void progress_rewrites_its_line_on_a_terminal_alone() {
    ByteArrayOutputStream plain = new ByteArrayOutputStream();
    ByteArrayOutputStream terminal = new ByteArrayOutputStream();

    new Progress(print(plain), false, 4).show(2, 1);
    new Progress(print(terminal), true, 4).show(2, 1);

    assertThat(plain.toString(StandardCharsets.UTF_8).strip()).isEqualTo("2 of 4, 1 retried");
    assertThat(terminal.toString(StandardCharsets.UTF_8))
        .startsWith("\r  [###############    ")
        .endsWith("] 2 of 4, 1 retried");
  }

  @Test
  void a_report_is_complete_only_if_every_row_is_accounted_for() {
    assertThat(report(10, 8, 2, 0, 2).isComplete()).isTrue();
    assertThat(report(10, 8, 2, 1, 2).isComplete()).as("a row is left").isFalse();
    assertThat(report(10, 7, 2, 0, 2).isComplete()).as("a row is lost").isFalse();
    assertThat(report(10, 9, 2, 0, 2).isComplete()).as("a row was acked twice").isFalse();
    assertThat(report(10, 8, 1, 0, 2).isComplete()).as("the listener missed one").isFalse();
  }

  private static Report report(long published, long acked, long parked, long left, long dead) {
    return new Report(published, acked, 0, parked, left, Map.of("a reason", dead));
  }

  private static PrintStream print(ByteArrayOutputStream written) {
    return new PrintStream(written, true, StandardCharsets.UTF_8);
  }
}
