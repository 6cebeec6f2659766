package io.github.rowqueue.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * URLs from the environment keep every option as it was written, and no message shows a password:
 * messages end up in the public log of a CI.
 */
class JdbcUrlTest {

  @Test
  void database_and_options_can_be_replaced() {
    JdbcUrl url = JdbcUrl.parse("jdbc:postgresql://db:5432/postgres?user=me&password=a%26b&x=1");

    assertThat(url.option("password")).isEqualTo("a&b");
    assertThat(
            url.without("user")
                .without("password")
                .withDatabase("rq")
                .withOptions(Map.of("y", "%2B"))
                .text())
        .isEqualTo("jdbc:postgresql://db:5432/rq?x=1&y=%2B");
  }

  @Test
  void a_url_without_a_database_is_refused_without_showing_the_password() {
    assertThatThrownBy(() -> JdbcUrl.parse("jdbc:mysql://db?password=secret"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected jdbc:<driver>://<host>:<port>/<database>")
        .hasMessageNotContainingAny("secret");
  }
}
