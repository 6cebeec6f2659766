package io.github.rowqueue.table;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColumnNamesTest {

  @ParameterizedTest
  @DisplayName("B8: camel case is read in snake case")
  @CsvSource({
    "id, id",
    "retryAfter, retry_after",
    "URLPath, url_path",
    "userURL, user_url",
    "iPhone, i_phone",
    "aBTest, a_b_test",
    "attempt2, attempt2",
    "line2Text, line2_text",
    "sha256Hash, sha256_hash",
    "ID2, id2",
    "user_name, user_name",
    "user_Name, user_name",
    "straßeNr, straße_nr",
    "größeÄndern, größe_ändern"
  })
  void camel_case_is_read_in_snake_case(String component, String column) {
    assertThat(ColumnNames.snakeCase(component)).isEqualTo(column);
  }
}
