package io.github.rowqueue.servers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A server's JDBC URL taken apart, because each test needs the same server with another database
 * name and perhaps other driver options. Option values are kept as written, never re-encoded: the
 * drivers do not agree on the encoding.
 */
record JdbcUrl(String server, String database, Map<String, String> options) {

  static JdbcUrl parse(String url) {
    int slashes = url.indexOf("://");
    int path = slashes < 0 ? -1 : url.indexOf('/', slashes + 3);
    if (!url.startsWith("jdbc:") || path < 0) {
      throw new IllegalArgumentException(
          "Not a server's JDBC URL, expected jdbc:<driver>://<host>:<port>/<database>: "
              + url.replaceAll("(?i)(password=)[^&]*", "$1***"));
    }
    int question = url.indexOf('?', path);
    String database = url.substring(path + 1, question < 0 ? url.length() : question);
    Map<String, String> options = new LinkedHashMap<>();
    if (question >= 0) {
      for (String option : url.substring(question + 1).split("&")) {
        int equals = option.indexOf('=');
        if (equals > 0) {
          options.put(option.substring(0, equals), option.substring(equals + 1));
        }
      }
    }
    return new JdbcUrl(url.substring(0, path), database, options);
  }

  JdbcUrl withDatabase(String name) {
    return new JdbcUrl(server, name, options);
  }

  JdbcUrl withOptions(Map<String, String> more) {
    Map<String, String> all = new LinkedHashMap<>(options);
    all.putAll(more);
    return new JdbcUrl(server, database, all);
  }

  JdbcUrl without(String option) {
    Map<String, String> rest = new LinkedHashMap<>(options);
    rest.remove(option);
    return new JdbcUrl(server, database, rest);
  }

  /** The value of an option as the user meant it, or an empty text. */
  String option(String name) {
    return URLDecoder.decode(options.getOrDefault(name, ""), UTF_8);
  }

  String text() {
    String query =
        options.entrySet().stream()
            .map(option -> option.getKey() + "=" + option.getValue())
            .collect(Collectors.joining("&"));
    return server + "/" + database + (query.isEmpty() ? "" : "?" + query);
  }
}
