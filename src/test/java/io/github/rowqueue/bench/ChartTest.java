package io.github.rowqueue.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.bench.Chart.Bar;
import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class ChartTest {

  @Test
  void bars_are_as_long_as_their_values_tell() throws Exception {
    String svg =
        Chart.of(
            "W1: rate",
            List.of(
                new Bar("a & b <c>", "one", false, 50, "50"),
                new Bar("rowqueue", "one", true, 200, "200"),
                new Bar("none", "one", false, 0, "0"),
                new Bar("other", "two", false, 3, "3")));
    Element chart =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(svg.getBytes(UTF_8)))
            .getDocumentElement();
    List<Element> bars = elements(chart, "rect");
    assertThat(bars.subList(1, 5))
        .extracting(bar -> Double.parseDouble(bar.getAttribute("width")))
        .containsExactly(120.0, 480.0, 0.0, 480.0);
    assertThat(elements(chart, "text"))
        .extracting(Element::getTextContent)
        .containsExactly(
            "W1: rate", "a & b <c>", "50", "rowqueue", "200", "none", "0", "other", "3");
  }

  private static List<Element> elements(Element chart, String name) {
    NodeList all = chart.getElementsByTagName(name);
    return IntStream.range(0, all.getLength()).mapToObj(i -> (Element) all.item(i)).toList();
  }
}
