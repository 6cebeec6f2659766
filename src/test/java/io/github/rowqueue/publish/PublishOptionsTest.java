package io.github.rowqueue.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowqueue.table.Role;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

class PublishOptionsTest {

  @Test
  @NullUnmarked
  void headers_that_are_null_are_refused_with_what_to_do() {
    assertThatThrownBy(() -> PublishOptions.NONE.headers(null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("headers: an empty map stands for none");
    Map<String, String> withoutText = new HashMap<>();
    withoutText.put("trace", null);
    assertThatThrownBy(() -> PublishOptions.NONE.headers(withoutText))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("header trace = null: neither name nor text may be null, leave the header out");
    Map<String, String> withoutName = new HashMap<>();
    withoutName.put(null, "7f3a");
    assertThatThrownBy(() -> PublishOptions.NONE.headers(withoutName))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("header null = 7f3a: neither name nor text may be null, leave the header out");
  }

  @Test
  void headers_are_copied() {
    Map<String, String> given = new HashMap<>(Map.of("trace", "7f3a"));
    PublishOptions options = PublishOptions.NONE.headers(given);
    given.clear();
    assertThat(options.values()).containsEntry(Role.HEADERS, Map.of("trace", "7f3a"));
  }
}
