package io.github.rowqueue.error;

import java.util.List;
import java.util.stream.Collectors;

/** The one layout in which several problems are reported together. */
final class ProblemList {

  private ProblemList() {}

  static String text(String headline, List<String> problems) {
    if (problems.size() == 1) {
      return headline + ": " + problems.get(0);
    }
    return problems.stream()
        .map(problem -> "\n  - " + problem.replace("\n", "\n    "))
        .collect(
            Collectors.joining("", "%s, %d problems:".formatted(headline, problems.size()), ""));
  }
}
