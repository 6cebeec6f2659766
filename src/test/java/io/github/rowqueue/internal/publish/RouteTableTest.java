package io.github.rowqueue.internal.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.QueueTable;
import io.github.rowqueue.table.Table;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which route a name takes. */
class RouteTableTest {

  @QueueTable("jobs")
  record Job(@Id long id) {}

  @ParameterizedTest
  @CsvSource({
    "reports, reports",
    "reports.daily, reports.daily",
    "reports.weekly, reports.*",
    "reports.eu.daily, reports.eu.*",
    "reports.eu, reports.*",
    "reports.eu., reports.eu.*",
    "reportsdaily, *",
    ".reports, *",
    "mails, *",
  })
  @DisplayName("B236: the exact name wins, then the longest prefix, then the star")
  void the_closest_route_wins(String name, String pattern) {
    RouteTable routes = routes("*", "reports.*", "reports.eu.*", "reports.daily", "reports");
    assertThat(routes.find(name).orElseThrow().pattern()).isEqualTo(pattern);
  }

  @Test
  void a_name_may_have_no_route() {
    assertThat(routes("reports.*", "mails").find("crm")).isEmpty();
    assertThat(routes().find("crm")).isEmpty();
    assertThat(routes("reports.*").find("reports")).isEmpty();
  }

  @Test
  @DisplayName("B237: of two routes with one pattern the later counts")
  void the_later_route_replaces_the_earlier() {
    Route<Job> first = route("reports.*");
    Route<Job> second = route("reports.*");
    RouteTable routes = RouteTable.of(List.of(first, route("mails"), second));
    assertThat(routes.find("reports.daily").orElseThrow()).isSameAs(second);
    assertThat(routes.patterns()).containsExactly("reports.*", "mails");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".*", "reports*", "*.daily", "a.*.b", "a.*.*", "**"})
  void a_star_stands_at_the_end_only(String pattern) {
    assertThatThrownBy(() -> route(pattern))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "\"%s\" is no route: use a name, a prefix such as \"reports.*\", or \"*\""
                .formatted(pattern));
  }

  private static RouteTable routes(String... patterns) {
    return RouteTable.of(Arrays.stream(patterns).<Route<?>>map(RouteTableTest::route).toList());
  }

  private static Route<Job> route(String pattern) {
    return new Route<>(pattern, Table.of(Job.class), Optional.of(Job.class));
  }
}
