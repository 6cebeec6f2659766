package io.github.rowqueue.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** What a contender reached in each round. Immutable. */
record Rounds(List<Double> values) {

  static final Rounds NONE = new Rounds(List.of());

  Rounds {
    values = List.copyOf(values);
  }

  Rounds and(double value) {
    List<Double> more = new ArrayList<>(values);
    more.add(value);
    return new Rounds(more);
  }

  /** The middle one; not a number if there is none. */
  double median() {
    if (values.isEmpty()) {
      return Double.NaN;
    }
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  /** How far the rounds lie apart, as a part of their median. */
  double spread() {
    double smallest = values.stream().min(Double::compare).orElseThrow();
    double largest = values.stream().max(Double::compare).orElseThrow();
    return (largest - smallest) / median();
  }

  /**
   * The largest of each round; one with fewer rounds than others has its median in those it lacks.
   */
  static Rounds largest(List<Rounds> all) {
    int most = all.stream().mapToInt(one -> one.values.size()).max().orElse(0);
    return new Rounds(
        IntStream.range(0, most)
            .mapToObj(round -> all.stream().map(one -> one.inRound(round)).max(Double::compare))
            .map(best -> best.orElseThrow())
            .toList());
  }

  private double inRound(int round) {
    return round < values.size() ? values.get(round) : median();
  }

  /** Round by round as a part of {@code other}'s, since only rounds side by side compare. */
  Rounds over(Rounds other) {
    return new Rounds(
        IntStream.range(0, Math.min(values.size(), other.values.size()))
            .mapToObj(round -> values.get(round) / other.values.get(round))
            .toList());
  }
}
