package io.github.rowqueue.servers;

/**
 * The server of one kind for this JVM. Each kind has its own lock, so that parallel test classes
 * start different servers at the same time and the same server once. A failed start is remembered:
 * a run with thirty classes reports it thirty times at once instead of waiting for each.
 */
final class SharedServer {
  private final DatabaseKind kind;
  private DatabaseServer server;
  private ServerUnavailable failure;

  SharedServer(DatabaseKind kind) {
    this.kind = kind;
  }

  /** The running server; one that a test has killed is replaced by a new and empty one. */
  synchronized DatabaseServer running() {
    if (failure != null) {
      throw new ServerUnavailable(failure.getMessage(), failure);
    }
    if (server == null || !server.isAlive()) {
      try {
        server = ServerSources.start(kind);
      } catch (ServerUnavailable e) {
        failure = e;
        throw e;
      }
    }
    return server;
  }
}
