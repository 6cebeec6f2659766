package io.github.rowqueue.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.error.TableSpecException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Random descriptions: each stands or is refused in words, and nothing else ever happens. */
class TableSpecFuzzTest {

  private static final int DESCRIPTIONS = 20_000;
  private static final List<String> NAMES =
      List.of(
          "id",
          "a",
          "b",
          "c",
          "E-Mail \"x\"",
          "select",
          "",
          " ",
          "a.b",
          "{",
          "}",
          "%s",
          "%n",
          "\0",
          "\\",
          "$1",
          "größe",
          "💌",
          "x".repeat(300));
  private static final List<String> KEYS =
      List.of("", "", "", "", "k", "{id}", "{a}-{b}", "{", "}", "{}", "{%s}", "a{b{c}}", "%d{id}");
  private static final List<Class<?>> TYPES =
      List.of(
          long.class,
          Long.class,
          int.class,
          short.class,
          Byte.class,
          String.class,
          UUID.class,
          byte[].class,
          Instant.class,
          Map.class,
          BigDecimal.class,
          Role.class,
          Object.class,
          void.class,
          int[][].class,
          long[].class,
          String[].class,
          UUID[].class,
          ZonedDateTime.class,
          Enum.class,
          Thread.State.class);

  @Test
  void a_random_description_stands_or_is_refused_in_words() {
    long seed = 42;
    Random random = new Random(seed);
    int standing = 0;
    for (int i = 0; i < DESCRIPTIONS; i++) {
      TableSpecBuilder table = random(random);
      TableSpec spec = built(table, "description %d of seed %d".formatted(i, seed));
      standing += spec == null ? 0 : 1;
    }
    // Else the test would show one of the two only.
    assertThat(standing).isBetween(DESCRIPTIONS / 100, DESCRIPTIONS * 9 / 10);
  }

  private static @Nullable TableSpec built(TableSpecBuilder table, String which) {
    try {
      TableSpec spec = table.build();
      assertThat(spec.id().nullable()).as(which).isFalse();
      assertThat(spec.columns()).extracting(ColumnSpec::name).as(which).doesNotHaveDuplicates();
      return spec;
    } catch (TableSpecException refused) {
      assertThat(refused.problems())
          .as(which)
          .isNotEmpty()
          .allMatch(problem -> problem.matches("(?s)(column |a column |the |table |it ).*: .*"));
      return null;
    }
  }

  private static TableSpecBuilder random(Random random) {
    TableSpecBuilder table = TableSpec.builder(random.nextInt(20) == 0 ? pick(random, NAMES) : "t");
    table.lockKey(pick(random, KEYS));
    if (random.nextInt(10) == 0) {
      table.clock(QueueClock.DATABASE).schema(pick(random, NAMES));
    }
    if (random.nextInt(10) == 0) {
      table.isolation(pick(random, List.of(Isolation.values())));
      table.sqliteMode(pick(random, List.of(SqliteMode.values())));
    }
    // Most are given a good id, so that many stand.
    if (random.nextInt(4) > 0) {
      table.id("id").generated();
    }
    for (int columns = random.nextInt(5); columns > 0; columns--) {
      add(table, random);
    }
    return table;
  }

  private static void add(TableSpecBuilder table, Random random) {
    boolean data = random.nextInt(3) == 0;
    Role role = data ? null : pick(random, List.of(Role.values()));
    table.add(
        new ColumnSpec(
            pick(random, NAMES),
            role,
            pick(random, TYPES),
            random.nextBoolean(),
            random.nextInt(4) == 0,
            random.nextInt(8) == 0,
            random.nextInt(8) == 0));
    if (role == Role.GROUP || role == Role.PARTITION_KEY) {
      table.fifo();
    }
  }

  private static <T> T pick(Random random, List<T> list) {
    return list.get(random.nextInt(list.size()));
  }
}
