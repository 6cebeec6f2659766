package io.github.rowqueue.table;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A lock key as written, such as {@code accounts-{account}}: text, and names in braces.
 *
 * @param parts the text and the names in the order written
 * @param faults what is wrong with the braces
 */
record LockKeyTemplate(List<Part> parts, List<Fault> faults) {

  /** What can be wrong with braces. */
  enum Fault {
    UNCLOSED,
    STRAY,
    EMPTY
  }

  /**
   * One piece of the key.
   *
   * @param text the text, or the name without its braces
   * @param isName whether it stood in braces
   */
  record Part(String text, boolean isName) {}

  LockKeyTemplate {
    parts = List.copyOf(parts);
    faults = List.copyOf(faults);
  }

  static LockKeyTemplate parse(String template) {
    List<Part> parts = new ArrayList<>();
    List<Fault> faults = new ArrayList<>();
    int at = 0;
    while (at < template.length()) {
      char first = template.charAt(at);
      int end = endOfPart(template, at);
      if (first == '}') {
        faults.add(Fault.STRAY);
      } else if (first != '{') {
        parts.add(new Part(template.substring(at, end), false));
      } else if (end == template.length() || template.charAt(end) != '}') {
        faults.add(Fault.UNCLOSED);
      } else {
        String name = template.substring(at + 1, end++);
        parts.add(new Part(name, true));
        if (name.isBlank()) {
          faults.add(Fault.EMPTY);
        }
      }
      at = end;
    }
    return new LockKeyTemplate(parts, faults);
  }

  /** The names in braces. */
  List<String> names() {
    return parts.stream()
        .filter(part -> part.isName() && !part.text().isBlank())
        .map(Part::text)
        .toList();
  }

  /** The same key with other names in its braces. */
  String renamed(UnaryOperator<String> name) {
    StringBuilder key = new StringBuilder();
    for (Part part : parts) {
      key.append(part.isName() ? "{" + name.apply(part.text()) + "}" : part.text());
    }
    return key.toString();
  }

  /** The next brace after {@code start}; a part of its own begins there. */
  private static int endOfPart(String template, int start) {
    int end = start + 1;
    // A closing brace that nothing opened stands alone.
    while (template.charAt(start) != '}' && end < template.length() && !isBrace(template, end)) {
      end++;
    }
    return end;
  }

  private static boolean isBrace(String template, int at) {
    return template.charAt(at) == '{' || template.charAt(at) == '}';
  }
}
