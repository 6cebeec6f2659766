package io.github.rowqueue.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Random row classes that Java takes, and Rowqueue sometimes does. */
final class RandomTables {

  private static final String PREAMBLE =
      """
      package fuzz;
      import io.github.rowqueue.table.*;
      import java.time.*;
      import java.util.*;
      import org.jspecify.annotations.Nullable;
      class Tables {
        enum Colour { RED { }, BLUE }
        static class Maybe {
          @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
          @interface Nullable {}
        }
        // Not kept at run time, so that nobody sees it.
        static class Sourced { @interface Nullable {} }
        record Item(int pieces) {}
        static class Box<T> { class Inner {} static class Nested<U> {} }
        @QueueTable("t") record Head(@Id long id, @Column("a") String source, @Nullable Instant at) {}
        @QueueTable("t") record Odd(@Id long id, byte[] mark, @Json Item item, @Payload String b) {}
        @QueueTable("t") static class Kept { @Id long id; @Attempt int attempt; Colour colour; }
        record Bare(String source) {}
        record Message(@Headers Head head, String text) {}
        static class Base { @Id long base; @Column("größe") String a = ""; transient int gone; }
        static class Generic<T> extends Base { T held; List<T> more; @NotAColumn T left; }
      """;
  private static final List<String> NAMES =
      List.of("id", "a", "b", "retryAfter", "URLPath", "größe", "a_b", "$x", "x1Y");
  private static final List<String> COLUMNS =
      List.of("", " ", "id", "a", "{", "a}b", "E-Mail \\\"x\\\"", "%s", "\\\\", "\\u0000");
  private static final List<String> KEYS =
      List.of("", "", "", "", "k", "{id}", "{a}-{b}", "{", "}", "{}", "{%s}", "a{b{c}}");
  private static final List<String> TABLES = List.of("t", "t", "t", "t", "t", "", " ", "a.b");
  private static final List<String> ROLES =
      List.of(
          "@Group",
          "@Group(fifo = true)",
          "@PartitionKey",
          "@PartitionKey(fifo = true)",
          "@Priority",
          "@RetryAfter",
          "@Attempt",
          "@LockedUntil",
          "@ProcessedAt",
          "@Headers",
          "@Payload",
          "@LastError",
          "@Id");
  private static final List<String> TYPES =
      List.of(
          "long",
          "int",
          "short",
          "boolean",
          "char",
          "String",
          "String",
          "Integer",
          "UUID",
          "byte[]",
          "Instant",
          "Instant",
          "Colour",
          "Thread.State",
          "Item",
          "Map<String, String>",
          "Map<String, ? extends Object>",
          "List<String>",
          "List<? extends Number>",
          "List<? super Item>",
          "List<Item[]>",
          "List<String>[]",
          "List<byte[]>",
          "List<List<Item>>",
          "Map<String, List<? extends Boolean>>",
          "Map.Entry<String, Item>",
          "Box<String>.Inner",
          "Box.Nested<Item>",
          "Box<?>",
          "List<Box<Item>.Inner>",
          "int[][]",
          "long[]",
          "String[]",
          "UUID @Nullable []",
          "Head",
          "Bare",
          "@Nullable Instant",
          "@Nullable Integer",
          "byte @Nullable []",
          "@Nullable Object[]",
          "List<@Nullable String>",
          "@Maybe.Nullable String",
          "@Maybe.Nullable int",
          "@Sourced.Nullable String",
          "Object");

  private final Random random;

  RandomTables(long seed) {
    this.random = new Random(seed);
  }

  /** The source of a class {@code fuzz.Tables} that holds {@code declarations}. */
  static String source(List<String> declarations) {
    return PREAMBLE + String.join("\n", declarations) + "\n}\n";
  }

  /** Classes T0, T1 and so on. */
  List<String> declarations(int count) {
    return IntStream.range(0, count).mapToObj(this::declaration).toList();
  }

  private String declaration(int number) {
    String table =
        "@QueueTable(value = \"%s\", lockKey = \"%s\"%s)"
            .formatted(
                pick(TABLES),
                pick(KEYS),
                chance(10) ? ", clock = QueueClock.DATABASE, schema = \"x.y\"" : "");
    return switch (random.nextInt(14)) {
      case 12, 13 -> message(number);
      case 0 -> "%s enum T%d { A }".formatted(table, number);
      case 1 -> "%s interface T%d {}".formatted(table, number);
      case 2, 3, 4 -> aClass(table, number);
      default ->
          "%s record T%d%s(%s) {}"
              .formatted(table, number, chance(8) ? "<T>" : "", String.join(", ", members(true)));
    };
  }

  /** A class without a table of its own around a headers record, whose components may be wrong. */
  private String message(int number) {
    List<String> members = members(true);
    members.removeIf(member -> member.equals("@Id long id") && !chance(4));
    members.removeIf(member -> member.contains("..."));
    members.add(
        "%s@Headers %s%s head"
            .formatted(
                chance(6) ? "@Generated " : "",
                chance(6) ? "@Nullable " : "",
                pick(List.of("Head", "Head", "Head", "Kept", "Odd", "Bare", "Message"))));
    return chance(2)
        ? "record T%d(%s) {}".formatted(number, String.join(", ", members))
        : "static class T%d { %s; }".formatted(number, String.join("; ", members));
  }

  private String aClass(String table, int number) {
    String modifier = pick(List.of("static", "static", "static", "", "abstract static"));
    String superclass = pick(List.of("", "", "extends Base", "extends Generic<Item>"));
    String constructor = chance(6) ? "T%d(int given) {}".formatted(number) : "";
    return "%s %s class T%d %s { %s %s }"
        .formatted(
            table,
            modifier,
            number,
            superclass,
            members(false).stream()
                .map(member -> (chance(12) ? "transient " : "") + member + ";")
                .collect(Collectors.joining(" ")),
            constructor);
  }

  private List<String> members(boolean component) {
    List<String> names = new ArrayList<>(NAMES);
    List<String> members = new ArrayList<>();
    // Most are given a good id, so that many stand.
    if (!chance(5)) {
      members.add("@Id long id");
      names.remove("id");
    }
    for (int i = random.nextInt(4); i > 0; i--) {
      String name = names.remove(random.nextInt(names.size()));
      members.add(chance(2) ? annotations() + pick(TYPES) + " " + name : "@Json Item[] " + name);
    }
    return component && chance(8) ? withVarargs(members, names) : members;
  }

  private static List<String> withVarargs(List<String> members, List<String> names) {
    members.add("@Json String... " + names.get(0));
    return members;
  }

  private String annotations() {
    StringBuilder annotations = new StringBuilder();
    if (chance(2)) {
      annotations.append(pick(ROLES)).append(' ');
    }
    List.of("@Generated ", "@NotAColumn ", "@Json ")
        .forEach(each -> annotations.append(chance(6) ? each : ""));
    if (chance(8)) {
      annotations.append("@Column(\"%s\") ".formatted(pick(COLUMNS)));
    }
    return annotations.toString();
  }

  private boolean chance(int of) {
    return random.nextInt(of) == 0;
  }

  private String pick(List<String> from) {
    return from.get(random.nextInt(from.size()));
  }
}
