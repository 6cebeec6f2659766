package io.github.rowqueue.servers;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether a Docker engine is there, found by connecting to its socket. Testcontainers would find
 * out too, but slowly and with stack traces in the log, on every machine that has no Docker.
 */
final class DockerEngine {
  private static final int CONNECT_MILLIS = 500;

  private DockerEngine() {}

  static boolean answers() {
    return places().stream().anyMatch(DockerEngine::accepts);
  }

  /** The addresses Testcontainers would try, as URIs. */
  static List<String> places() {
    String host = Settings.environment("DOCKER_HOST");
    if (!host.isEmpty()) {
      return List.of(host);
    }
    List<String> places = new ArrayList<>();
    places.add("unix:///var/run/docker.sock");
    String runtime = Settings.environment("XDG_RUNTIME_DIR");
    if (!runtime.isEmpty()) {
      places.add("unix://" + runtime + "/docker.sock");
    }
    places.add("unix://" + System.getProperty("user.home") + "/.docker/run/docker.sock");
    return places;
  }

  static String image(DatabaseKind kind) {
    String chosen = Settings.environment(Settings.imageVariable(kind));
    if (!chosen.isEmpty()) {
      return chosen;
    }
    return switch (kind) {
      case POSTGRESQL -> "postgres:17";
      case MYSQL -> "mysql:8.4";
      case MARIADB -> "mariadb:11.4";
      case SQLITE, H2 -> throw new IllegalArgumentException(kind + " has no image");
    };
  }

  private static boolean accepts(String place) {
    try {
      URI uri = URI.create(place);
      if ("unix".equals(uri.getScheme())) {
        try (SocketChannel channel =
            SocketChannel.open(UnixDomainSocketAddress.of(uri.getPath()))) {
          return channel.isConnected();
        }
      }
      try (Socket socket = new Socket()) {
        int port = uri.getPort() < 0 ? 2375 : uri.getPort();
        socket.connect(new InetSocketAddress(uri.getHost(), port), CONNECT_MILLIS);
        return true;
      }
    } catch (IOException | IllegalArgumentException | UnsupportedOperationException e) {
      return false;
    }
  }
}
