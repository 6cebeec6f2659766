package io.github.rowqueue.servers;

/**
 * A server could not be had from any source. It is an error of the test run, with a text for the
 * person who started it: what was tried, and what to do.
 */
final class ServerUnavailable extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  ServerUnavailable(String message, Throwable cause) {
    super(message, cause);
  }

  ServerUnavailable(String message) {
    super(message);
  }
}
