package io.github.rowqueue.bench;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Horizontal bars, as SVG: nothing but what it is given. */
final class Chart {

  private static final int WIDTH = 900;
  private static final int LABELS = 330;
  private static final int VALUES = 90;
  private static final int LINE = 20;
  private static final int HEAD = 34;

  private Chart() {}

  /**
   * A bar.
   *
   * @param scale bars of one scale are as long as their values tell
   * @param ours whether it is one of Rowqueue's
   * @param text the value as the table shows it
   */
  record Bar(String label, String scale, boolean ours, double value, String text) {}

  /** The chart; the longest bar of each scale is its largest value. */
  static String of(String title, List<Bar> bars) {
    Map<String, Double> largest = new HashMap<>();
    bars.forEach(bar -> largest.merge(bar.scale(), bar.value(), Math::max));
    int height = HEAD + bars.size() * LINE + 10;
    StringBuilder svg = new StringBuilder();
    svg.append(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"13\">\n"
            .formatted(WIDTH, height));
    svg.append("<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n");
    svg.append(
        "<text x=\"10\" y=\"21\" font-weight=\"bold\">%s</text>\n".formatted(escaped(title)));
    for (int i = 0; i < bars.size(); i++) {
      Bar bar = bars.get(i);
      append(svg, bar, HEAD + i * LINE, largest.getOrDefault(bar.scale(), 0.0));
    }
    return svg.append("</svg>\n").toString();
  }

  private static void append(StringBuilder svg, Bar bar, int y, double largest) {
    double room = WIDTH - LABELS - VALUES;
    double width = largest > 0 ? bar.value() / largest * room : 0;
    svg.append(
        "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n"
            .formatted(LABELS - 8, y + 14, escaped(bar.label())));
    svg.append(
        String.format(
            Locale.ROOT,
            "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>\n",
            LABELS,
            y + 2,
            width,
            LINE - 5,
            bar.ours() ? "#2f6f9f" : "#b3b3b3"));
    svg.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%.1f\" y=\"%d\">%s</text>\n",
            LABELS + width + 6,
            y + 14,
            escaped(bar.text())));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
