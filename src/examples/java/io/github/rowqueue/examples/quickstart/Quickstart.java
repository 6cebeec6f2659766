package io.github.rowqueue.examples.quickstart;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.examples.SqlScript;
import io.github.rowqueue.subscribe.Backoff;
import io.github.rowqueue.subscribe.DeadLetter;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.subscribe.Subscription;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A service that sends emails from a table of its own, on SQLite: 1,000 messages, of which some
 * fail once, some fail always, and one is garbage. Run it with {@code mvn -q test-compile
 * exec:java}.
 */
public final class Quickstart {

  private static final int MESSAGES = 1_000;
  private static final int BUSY = 40;
  private static final int GONE = 9;

  /** When this program gives up, so that it never hangs. */
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final Path file;
  private final PrintStream out;
  private final boolean terminal;

  Quickstart(Path file, PrintStream out, boolean terminal) {
    this.file = file;
    this.out = out;
    this.terminal = terminal;
  }

  /**
   * Runs the example.
   *
   * @throws IllegalStateException if a row is lost or left: {@code exec:java} runs inside Maven's
   *     own JVM, where an exception is what makes the command fail; {@code System.exit} would cut
   *     Maven off
   */
  public static void main(String[] args) throws Exception {
    // Failed attempts are logged as warnings with their stack traces. Here they are wanted, so they
    // go to a file. This must be said before anything logs.
    System.setProperty(
        "logback.configurationFile", "io/github/rowqueue/examples/quickstart/logging.xml");
    Path folder = Files.createDirectories(Path.of("target"));
    Report report =
        new Quickstart(folder.resolve("quickstart.db"), System.out, Progress.onTerminal()).run();
    if (!report.isComplete()) {
      throw new IllegalStateException(
          "rows are lost or left, or the listener and the tables differ: " + report);
    }
  }

  /** Runs the service until all messages have come to their end, and tells what became of them. */
  Report run() throws IOException, SQLException, InterruptedException {
    deleteOldFile();
    out.printf("Rowqueue quickstart: %d emails in %s, 4 workers%n", MESSAGES, file);
    long started = System.nanoTime();
    Tally tally = new Tally(MESSAGES);
    work(tally);
    Duration took = Duration.ofNanos(System.nanoTime() - started);
    Report report = report(tally);
    out.printf("%n  after %d.%03d s%n", took.toSeconds(), took.toMillisPart());
    out.println(report.table());
    out.println(report.lastLine());
    return report;
  }

  private void work(Tally tally) throws InterruptedException {
    // snippet:run
    Subscription emails =
        Subscription.of("emails", EmailJob.class)
            .payload(Email.class)
            .workers(4)
            .backoff(Backoff.exponential(Duration.ofMillis(100), Duration.ofSeconds(1), 0.2))
            .maxAttempts(3, DeadLetter.toTable("email_jobs_dead"))
            .handle(
                (email, delivery) -> {
                  MailServer.send(email, delivery.attempt().orElse(1)); // may throw: a retry
                  return Outcome.ack();
                });

    try (Rowqueue rowqueue =
        Rowqueue.on("jdbc:sqlite:" + file)
            .onStart(connection -> SqlScript.run(connection, Quickstart.class, "schema.sql"))
            .subscribe(emails)
            .listener(tally)
            .start()) {
      rowqueue.publisher(EmailJob.class).publishMessages(messages());
      awaitEnd(tally);
    } // close() stops claiming and lets running handlers finish
    // end
  }

  /** {@link #MESSAGES} messages: emails, and among them one text that is not JSON at all. */
  private static List<Object> messages() {
    List<Object> messages = new ArrayList<>();
    for (int i = 1; i < MESSAGES; i++) {
      String domain =
          i <= BUSY ? MailServer.BUSY : i <= BUSY + GONE ? MailServer.GONE : "@post.example";
      messages.add(new Email("reader" + i + domain, "Your receipt no. " + i));
    }
    messages.add(MESSAGES / 2, "this is not JSON"); // a String is written as it is
    return messages;
  }

  private void awaitEnd(Tally tally) throws InterruptedException {
    Progress progress = new Progress(out, terminal, MESSAGES);
    long deadline = System.nanoTime() + LIMIT.toNanos();
    boolean ended = false;
    while (!ended && System.nanoTime() < deadline) {
      ended = tally.await(Duration.ofMillis(50));
      progress.show(tally.done(), tally.count(Settled.RETRIED));
    }
    progress.end();
  }

  /** Looks into the tables, since a listener alone could be wrong. */
  private Report report(Tally tally) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      return new Report(
          MESSAGES,
          tally.count(Settled.ACKED),
          tally.count(Settled.RETRIED),
          tally.count(Settled.PARKED),
          rowsLeft(statement),
          reasons(statement));
    }
  }

  private static long rowsLeft(Statement statement) throws SQLException {
    try (ResultSet rows = statement.executeQuery("SELECT count(*) FROM email_jobs")) {
      return rows.getLong(1);
    }
  }

  private static Map<String, Long> reasons(Statement statement) throws SQLException {
    Map<String, Long> reasons = new TreeMap<>();
    try (ResultSet rows = statement.executeQuery("SELECT last_error FROM email_jobs_dead")) {
      while (rows.next()) {
        reasons.merge(shortened(rows.getString(1)), 1L, Long::sum);
      }
    }
    return reasons;
  }

  /** The first line of {@code error}, without the packages of the exceptions it names. */
  private static String shortened(String error) {
    String line =
        error.lines().findFirst().orElse("").replaceAll("\\b(?:[a-z]\\w*\\.)+(?=[A-Z])", "");
    return line.length() <= 74 ? line : line.substring(0, 71) + "...";
  }

  private void deleteOldFile() throws IOException {
    for (String suffix : List.of("", "-wal", "-shm", "-journal")) {
      Files.deleteIfExists(file.resolveSibling(file.getFileName() + suffix));
    }
  }
}
