package io.github.rowqueue.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ClassifyTest {

  @ParameterizedTest
  @CsvSource({
    "40001, RETRYABLE",
    "40P01, RETRYABLE",
    "55P03, RETRYABLE",
    "57014, RETRYABLE",
    "25P02, RETRYABLE",
    "0A000, RETRYABLE",
    "08006, CONNECTION",
    "08003, CONNECTION",
    "57P01, CONNECTION",
    "57P03, CONNECTION",
    "25P03, CONNECTION",
    "25P04, CONNECTION",
    "25006, CONNECTION",
    "53300, CONNECTION",
    "53100, CONNECTION",
    "28P01, CONNECTION",
    "XX000, CONNECTION",
    ", CONNECTION",
    "22001, REFUSED",
    "23505, REFUSED",
    "44000, REFUSED",
    "54000, REFUSED",
    "P0001, REFUSED",
    "42P01, BROKEN",
    "42501, BROKEN",
    "3F000, BROKEN",
    "55000, BROKEN"
  })
  void postgresql(@Nullable String state, Failure failure) {
    assertThat(Dialects.postgresql().classify(state, 0)).isEqualTo(failure);
  }

  @ParameterizedTest
  @CsvSource({
    "40001, 1213, RETRYABLE",
    "40001, 1205, RETRYABLE",
    "HY000, 1205, RETRYABLE",
    "HY000, 1020, RETRYABLE",
    "HY000, 3572, RETRYABLE",
    "HY000, 3058, RETRYABLE",
    "70100, 1317, RETRYABLE",
    "70100, 1969, RETRYABLE",
    "HY000, 3024, RETRYABLE",
    "08S01, 0, CONNECTION",
    "08000, -1, CONNECTION",
    "08000, 1220, CONNECTION",
    "08007, 0, CONNECTION",
    "08004, 1040, CONNECTION",
    "42000, 1226, CONNECTION",
    "HY000, 1290, CONNECTION",
    "HY000, 1114, CONNECTION",
    "28000, 1045, CONNECTION",
    ", 0, CONNECTION",
    "23000, 1062, REFUSED",
    "22001, 1406, REFUSED",
    "HY000, 1366, REFUSED",
    "45000, 1644, REFUSED",
    "HY000, 3819, REFUSED",
    "23000, 4025, REFUSED",
    "42S02, 1146, BROKEN",
    "42S22, 1054, BROKEN",
    "42000, 1064, BROKEN",
    "HY000, 1665, BROKEN"
  })
  void mysql_and_mariadb(@Nullable String state, int code, Failure failure) {
    assertThat(Dialects.mySql().classify(state, code)).isEqualTo(failure);
    assertThat(Dialects.mariaDb().classify(state, code)).isEqualTo(failure);
  }

  @ParameterizedTest
  @CsvSource({
    "5, RETRYABLE",
    "6, RETRYABLE",
    "9, RETRYABLE",
    "517, RETRYABLE",
    "262, RETRYABLE",
    "10, CONNECTION",
    "13, CONNECTION",
    "14, CONNECTION",
    "0, CONNECTION",
    "19, REFUSED",
    "1811, REFUSED",
    "18, REFUSED",
    "1, BROKEN",
    "8, BROKEN",
    "1032, BROKEN",
    "11, BROKEN",
    "26, BROKEN"
  })
  void sqlite(int code, Failure failure) {
    assertThat(Dialects.sqlite().classify(null, code)).isEqualTo(failure);
  }

  @ParameterizedTest
  @CsvSource({
    "40001, 40001, RETRYABLE",
    "HYT00, 50200, RETRYABLE",
    "57014, 57014, RETRYABLE",
    "90131, 90131, RETRYABLE",
    "90121, 90121, CONNECTION",
    "90020, 90020, CONNECTION",
    "08000, 0, CONNECTION",
    ", 0, CONNECTION",
    "23505, 23505, REFUSED",
    "22001, 22001, REFUSED",
    "90044, 90044, REFUSED",
    "42S02, 42102, BROKEN",
    "42000, 42000, BROKEN"
  })
  void h2(@Nullable String state, int code, Failure failure) {
    assertThat(Dialects.h2().classify(state, code)).isEqualTo(failure);
  }
}
