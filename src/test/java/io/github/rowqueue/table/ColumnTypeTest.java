package io.github.rowqueue.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class ColumnTypeTest {

  @ParameterizedTest
  @MethodSource("types")
  void a_class_is_known_by_its_name(ColumnType type, List<Class<?>> classes) {
    assertThat(classes).allSatisfy(java -> assertThat(ColumnType.of(java)).isEqualTo(type));
  }

  @Test
  void every_type_is_reached_from_some_class() {
    assertThat(types().map(arguments -> arguments.get()[0]))
        .containsExactlyInAnyOrderElementsOf(Arrays.asList(ColumnType.values()));
  }

  @Test
  void a_name_without_its_package_is_somebody_elses_class() {
    assertThat(ColumnType.named("Instant")).isEqualTo(ColumnType.OTHER);
    assertThat(ColumnType.named("String")).isEqualTo(ColumnType.OTHER);
  }

  @Test
  void a_map_of_strings_is_known_however_its_arguments_are_spaced() {
    assertThat(
            Stream.of(
                "java.util.Map<java.lang.String, java.lang.String>",
                "java.util.Map<java.lang.String,java.lang.String>"))
        .allSatisfy(name -> assertThat(ColumnType.named(name)).isEqualTo(ColumnType.STRING_MAP));
    assertThat(ColumnType.named("java.util.Map")).isEqualTo(ColumnType.OTHER);
  }

  @ParameterizedTest
  @EnumSource
  void every_role_has_types_and_says_them(Role role) {
    assertThat(ColumnTypeRules.typesOf(role)).isNotEmpty().doesNotContain(ColumnType.OTHER);
    assertThat(ColumnType.either(ColumnTypeRules.typesOf(role))).isNotEmpty();
  }

  static Stream<Arguments> types() {
    return Stream.of(
        type(ColumnType.LONG, long.class, Long.class),
        type(ColumnType.INT, int.class, Integer.class),
        type(ColumnType.SHORT, short.class, Short.class),
        type(ColumnType.BYTE, byte.class, Byte.class),
        type(ColumnType.BOOLEAN, boolean.class, Boolean.class),
        type(ColumnType.FLOAT, float.class, Float.class),
        type(ColumnType.DOUBLE, double.class, Double.class),
        type(ColumnType.CHAR, char.class, Character.class),
        type(ColumnType.DECIMAL, BigDecimal.class),
        type(ColumnType.BIG_INTEGER, BigInteger.class),
        type(ColumnType.STRING, String.class),
        type(ColumnType.UUID, UUID.class),
        type(ColumnType.BYTES, byte[].class),
        type(ColumnType.INSTANT, Instant.class),
        type(ColumnType.OFFSET_DATE_TIME, OffsetDateTime.class),
        type(ColumnType.LOCAL_DATE_TIME, LocalDateTime.class),
        type(ColumnType.LOCAL_DATE, LocalDate.class),
        type(ColumnType.LOCAL_TIME, LocalTime.class),
        type(ColumnType.ENUM, Role.class),
        type(ColumnType.STRING_MAP, Map.class),
        type(
            ColumnType.ARRAY,
            int[].class,
            Long[].class,
            short[].class,
            boolean[].class,
            Float[].class,
            double[].class,
            BigDecimal[].class,
            String[].class,
            UUID[].class),
        type(
            ColumnType.OTHER,
            Object.class,
            List.class,
            int[][].class,
            Byte[].class,
            Instant[].class,
            void.class,
            Enum.class,
            ZonedDateTime.class,
            new Object() {}.getClass()));
  }

  private static Arguments type(ColumnType type, Class<?>... classes) {
    return Arguments.of(type, List.of(classes));
  }
}
