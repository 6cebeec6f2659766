package io.github.rowqueue.examples.quickstart;

import java.io.PrintStream;

/**
 * Says how far the work is: one line that rewrites itself on a terminal, a plain line at each
 * quarter anywhere else.
 */
final class Progress {

  private static final int WIDTH = 30;

  private final PrintStream out;
  private final boolean terminal;
  private final int total;
  private long quarterSaid;

  Progress(PrintStream out, boolean terminal, int total) {
    this.out = out;
    this.terminal = terminal;
    this.total = total;
  }

  /**
   * Whether this JVM talks to a person. From JDK 22 on there may be a console without a terminal,
   * and a method that tells.
   */
  static boolean onTerminal() {
    Object console = System.console();
    if (console == null) {
      return false;
    }
    try {
      return (Boolean) console.getClass().getMethod("isTerminal").invoke(console);
    } catch (NoSuchMethodException before22) {
      return true;
    } catch (ReflectiveOperationException untold) {
      return false;
    }
  }

  void show(long done, long retried) {
    if (terminal) {
      String bar = "#".repeat((int) (WIDTH * done / total));
      out.printf("\r  [%-" + WIDTH + "s] %d of %d, %d retried", bar, done, total, retried);
      out.flush();
    } else if (done * 4 / total > quarterSaid) {
      quarterSaid = done * 4 / total;
      out.printf("  %d of %d, %d retried%n", done, total, retried);
    }
  }

  /** Ends the line that rewrote itself. */
  void end() {
    if (terminal) {
      out.println();
    }
  }
}
