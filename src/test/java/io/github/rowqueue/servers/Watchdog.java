package io.github.rowqueue.servers;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A small shell process beside each server that stops it and removes its folder as soon as a pipe
 * from this JVM closes. The kernel closes the pipe however the JVM ends, so an orderly end and kill
 * -9 take the same path, and the shutdown hook has nothing to do but close and wait.
 */
final class Watchdog {

  // $1 the folder, $2 the signal. The command line check keeps a reused pid safe; it is empty for
  // a process that has ended and was not waited for. The traps let it survive a Ctrl-C of Maven.
  private static final String SCRIPT =
      """
      trap '' HUP INT TERM
      cat > /dev/null
      pid=$(head -n 1 "$1/server.pid")
      ours() { tr '\\0' ' ' < "/proc/$pid/cmdline" | grep -qF "$1/"; }
      if [ -n "$pid" ] && ours "$1"; then
        kill -s "$2" "$pid"
        tries=0
        while ours "$1" && [ $tries -lt 100 ]; do sleep 0.05; tries=$((tries + 1)); done
        if ours "$1"; then kill -s KILL "$pid"; sleep 0.5; fi
      fi
      rm -rf "$1" || { sleep 1; rm -rf "$1"; }
      """;

  private static final int STOP_SECONDS = 15;
  private static final List<Process> RUNNING = new ArrayList<>();

  private Watchdog() {}

  /** Watches over a folder; started before the server, so that no moment is unguarded. */
  static synchronized void over(RunFolder folder, String signal) throws IOException {
    if (RUNNING.isEmpty()) {
      Runtime.getRuntime().addShutdownHook(new Thread(Watchdog::stopAll, "test-servers-stop"));
    }
    RUNNING.add(
        new ProcessBuilder(
                "sh", "-c", SCRIPT, "rowqueue-watchdog", folder.path().toString(), signal)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start());
  }

  private static synchronized void stopAll() {
    for (Process watchdog : RUNNING) {
      try {
        watchdog.getOutputStream().close();
      } catch (IOException e) {
        watchdog.destroy(); // it is gone already: the next run removes the leftovers
      }
    }
    for (Process watchdog : RUNNING) {
      try {
        watchdog.waitFor(STOP_SECONDS, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        return;
      }
    }
  }
}
