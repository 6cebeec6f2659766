package io.github.rowqueue.internal.form;

import java.util.ArrayList;
import java.util.List;

/**
 * Every order in which actors can take their steps, depth first. A run asks at each point which of
 * those that can go on does so; an actor that gives up takes its further steps out of the
 * enumeration, so no order is run twice.
 */
final class Orders {

  private final List<Integer> choices = new ArrayList<>();
  private final List<Integer> widths = new ArrayList<>();
  private int at;

  /** Which of {@code width} actors makes the next step of this run. */
  int choose(int width) {
    if (at == choices.size()) {
      choices.add(0);
      widths.add(width);
    }
    if (widths.get(at) != width) {
      throw new IllegalStateException(
          "the same steps %s left %d actors once and %d now"
              .formatted(choices.subList(0, at), widths.get(at), width));
    }
    return choices.get(at++);
  }

  /** Goes on to the next order; false when all have been run. */
  boolean next() {
    at = 0;
    for (int last = choices.size() - 1; last >= 0; last--) {
      int choice = choices.get(last) + 1;
      if (choice < widths.get(last)) {
        choices.set(last, choice);
        return true;
      }
      choices.remove(last);
      widths.remove(last);
    }
    return false;
  }
}
