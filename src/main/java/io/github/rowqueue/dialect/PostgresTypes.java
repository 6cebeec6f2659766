package io.github.rowqueue.dialect;

/** PostgreSQL's types. */
final class PostgresTypes implements ColumnTypes {

  @Override
  public String type(ValueKind kind) {
    return switch (kind) {
      case BOOLEAN -> "boolean";
      case SMALLINT -> "smallint";
      case INTEGER -> "integer";
      case BIGINT -> "bigint";
      case REAL -> "real";
      case DOUBLE -> "double precision";
      case DECIMAL -> "numeric";
      case KEY, TEXT -> "text";
      case BYTES -> "bytea";
      case UUID -> "uuid";
      case INSTANT, OFFSET_TIMESTAMP -> "timestamptz";
      case TIMESTAMP -> "timestamp";
      case DATE -> "date";
      case TIME -> "time";
      case JSON, ARRAY -> "jsonb";
    };
  }

  @Override
  public String array(ValueKind elements) {
    return type(elements) + "[]";
  }

  @Override
  public String generatedId(ValueKind kind) {
    if (kind.isWhole()) {
      return type(kind) + " generated always as identity primary key";
    }
    return type(kind)
        + (kind == ValueKind.UUID
            ? " default gen_random_uuid()"
            : " default gen_random_uuid()::text")
        + " primary key";
  }

  @Override
  public String now(ValueKind kind) {
    return kind == ValueKind.TIMESTAMP
        ? "(statement_timestamp() at time zone 'UTC')"
        : "statement_timestamp()";
  }
}
