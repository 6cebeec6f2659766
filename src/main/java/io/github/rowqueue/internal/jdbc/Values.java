package io.github.rowqueue.internal.jdbc;

import io.github.rowqueue.dialect.Param.Meaning;
import java.lang.reflect.Array;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The values of one execution by meaning, and the tokens of the rows it addresses. Built by one
 * thread, then read.
 */
public final class Values {

  /** What a number or a time takes, or an element of an array. */
  private static final int ELEMENT = 32;

  private Map<Meaning, @Nullable Object> scalars = Map.of();
  private List<Token> tokens = List.of();
  private List<String> keys = List.of();
  private List<@Nullable Object> columns = List.of();
  private List<Object> lanes = List.of();
  private List<String> excluded = List.of();
  private Map<RowId, Values> each = Map.of();

  /** Sets the value of a meaning that occurs once. */
  public Values set(Meaning meaning, @Nullable Object value) {
    if (scalars.isEmpty()) { // a row of many to be inserted has none
      scalars = new EnumMap<>(Meaning.class);
    }
    scalars.put(meaning, value);
    return this;
  }

  /**
   * Sets the rows addressed: the {@code i}-th gives ID[i], HELD_UNTIL[i] and HELD_ATTEMPT[i]; the
   * last one fills up.
   */
  public Values rows(List<Token> tokens) {
    this.tokens = List.copyOf(tokens);
    return this;
  }

  /** Sets the lock keys: the {@code i}-th gives KEY[i]; the last one fills up. */
  public Values keys(List<String> keys) {
    this.keys = List.copyOf(keys);
    return this;
  }

  /** Sets the lanes named, as they were read; the last one fills up. */
  public Values lanes(List<Object> lanes) {
    this.lanes = List.copyOf(lanes);
    return this;
  }

  /** Sets the groups that a scan of groups leaves out. */
  public Values excluding(List<String> excluded) {
    this.excluded = List.copyOf(excluded);
    return this;
  }

  /** A copy, to be given other values. */
  public Values copy() {
    return forRows(tokens);
  }

  /** Sets the values that are each row's own; every row addressed has some. */
  public Values each(Map<RowId, Values> each) {
    this.each = Map.copyOf(each);
    return this;
  }

  /** The values of the row {@code id} alone. */
  Values of(RowId id) {
    Values own = each.get(id);
    if (own == null) {
      throw new IllegalStateException("no values were given for the row " + id);
    }
    return own;
  }

  Object lane(int index) {
    return lanes.get(Math.min(index, lanes.size() - 1));
  }

  String excluded(int index) {
    return excluded.get(index);
  }

  /** These values for other rows. */
  public Values forRows(List<Token> others) {
    Values copy = new Values().rows(others);
    copy.scalars = scalars.isEmpty() ? scalars : new EnumMap<>(scalars);
    copy.keys = keys;
    copy.columns = columns;
    copy.lanes = lanes;
    copy.excluded = excluded;
    copy.each = each;
    return copy;
  }

  /** Sets the values of the description's columns, by their places. */
  public Values columns(List<@Nullable Object> columns) {
    this.columns = columns;
    return this;
  }

  /** The instant set for {@code meaning}. */
  public Instant instant(Meaning meaning) {
    return (Instant) Objects.requireNonNull(get(meaning), meaning::toString);
  }

  /** The value set for {@code meaning}. */
  public @Nullable Object get(Meaning meaning) {
    if (!scalars.containsKey(meaning)) {
      throw new IllegalStateException("no value was given for " + meaning);
    }
    return scalars.get(meaning);
  }

  Token row(int index) {
    return tokens.get(Math.min(index, tokens.size() - 1));
  }

  String key(int index) {
    return keys.get(Math.min(index, keys.size() - 1));
  }

  @Nullable Object column(int index) {
    return columns.get(index);
  }

  /** About how many characters or bytes the columns are. */
  int size() {
    int size = 0;
    for (Object value : columns) {
      size += size(value);
    }
    return size;
  }

  private static int size(@Nullable Object value) {
    if (value instanceof String text) {
      return text.length();
    }
    if (value instanceof byte[] bytes) {
      return bytes.length;
    }
    if (value instanceof Document document) {
      return document.json().length();
    }
    boolean isArray = value != null && value.getClass().isArray();
    return isArray ? Array.getLength(value) * ELEMENT : ELEMENT;
  }

  /**
   * What proves that a delivery holds its row.
   *
   * @param id the row
   * @param heldUntil an expiry the delivery wrote; null in forms without a lease
   * @param heldAttempt the attempt it wrote; null in a table without attempts
   */
  public record Token(RowId id, @Nullable Instant heldUntil, @Nullable Long heldAttempt) {
    /** A row addressed by its id alone. */
    public static Token of(RowId id) {
      return new Token(id, null, null);
    }
  }
}
