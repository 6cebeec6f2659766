package io.github.rowqueue.error;

import java.util.List;

/** No route leads from a name to a table. Raised before any SQL; nothing is written (B238). */
public final class NoRouteException extends RowqueueException {

  private static final long serialVersionUID = 1L;

  private final String name;

  /**
   * Creates the exception.
   *
   * @param name the name that was published to
   * @param routes the patterns there are
   */
  public NoRouteException(String name, List<String> routes) {
    super(
        "publish to \"%s\": no route leads to this name, nothing is published: add .route(\"%s\", …) to the builder, or a prefix; there %s"
            .formatted(
                name,
                name,
                routes.isEmpty() ? "is no route" : "are routes for " + String.join(", ", routes)),
        null);
    this.name = name;
  }

  /** The name that was published to. */
  public String name() {
    return name;
  }
}
