package io.github.rowqueue.internal.jdbc;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Headers as texts: out of a JSON object, and out of the values of columns and back. */
public final class HeaderTexts {

  private HeaderTexts() {}

  /**
   * The members of the JSON object {@code json} in their order; a null is left out.
   *
   * @throws IllegalArgumentException if it is anything else than an object of texts
   */
  static Map<String, String> ofJson(ObjectMapper mapper, String json) {
    JsonNode read;
    try {
      read = mapper.readTree(json);
    } catch (JsonProcessingException notJson) {
      throw new IllegalArgumentException("not JSON: " + notJson.getOriginalMessage(), notJson);
    }
    if (read.isNull()) {
      return Map.of();
    }
    if (!read.isObject()) {
      throw new IllegalArgumentException(
          "the JSON is %s, where headers are an object of texts".formatted(kind(read)));
    }
    Map<String, String> headers = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> member : read.properties()) {
      if (!member.getValue().isTextual() && !member.getValue().isNull()) {
        throw new IllegalArgumentException(
            "header %s is %s, where a text is needed"
                .formatted(member.getKey(), kind(member.getValue())));
      }
      if (member.getValue().isTextual()) {
        headers.put(member.getKey(), member.getValue().textValue());
      }
    }
    return headers;
  }

  private static String kind(JsonNode node) {
    return switch (node.getNodeType()) {
      case ARRAY -> "an array";
      case OBJECT -> "an object";
      case MISSING -> "empty";
      case NUMBER -> "a number";
      case BOOLEAN -> "true or false";
      default -> "a text";
    };
  }

  /** The text of a header whose column holds {@code value}: times as RFC 3339 (B193). */
  public static String of(Object value) {
    if (value instanceof OffsetDateTime time) {
      return rfc3339(time);
    }
    if (value instanceof Instant time) {
      return rfc3339(time.atOffset(ZoneOffset.UTC));
    }
    if (value instanceof LocalDateTime time) {
      return rfc3339(time.atOffset(ZoneOffset.UTC));
    }
    if (value instanceof BigDecimal number) {
      return number.toPlainString();
    }
    return Conversions.written(value);
  }

  private static String rfc3339(OffsetDateTime time) {
    return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(time);
  }

  /**
   * The value of the type {@code type} that the header {@code text} stands for.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static Object parsed(String text, Class<?> type) {
    try {
      if (type == OffsetDateTime.class) {
        return OffsetDateTime.parse(text);
      }
      if (type == Instant.class) {
        return OffsetDateTime.parse(text).toInstant();
      }
      if (type == LocalDateTime.class) {
        return OffsetDateTime.parse(text).withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime();
      }
      return Conversions.convert(text, type);
    } catch (DateTimeParseException notATime) {
      throw new IllegalArgumentException("\"%s\" is no such time".formatted(text), notATime);
    }
  }
}
