package io.github.rowqueue.dialect;

/**
 * The types of MySQL and MariaDB. Groups and keys have a binary collation, or a claim of {@code
 * orders} would take the rows of {@code Orders}. Default expressions need MySQL 8.0.13.
 */
final class MySqlTypes implements ColumnTypes {

  @Override
  public String type(ValueKind kind) {
    return switch (kind) {
      case BOOLEAN -> "boolean";
      case SMALLINT -> "smallint";
      case INTEGER -> "int";
      case BIGINT -> "bigint";
      // A float is sent to the driver with six digits.
      case REAL, DOUBLE -> "double";
      case DECIMAL -> "decimal(38, 9)";
      case KEY -> "varchar(255) character set utf8mb4 collate utf8mb4_bin";
      case TEXT -> "longtext character set utf8mb4";
      case BYTES -> "longblob";
      // MariaDB has a uuid type from 10.7 only.
      case UUID -> "char(36) character set ascii collate ascii_bin";
      case INSTANT, TIMESTAMP, OFFSET_TIMESTAMP -> "datetime(6)";
      case DATE -> "date";
      case TIME -> "time(6)";
      case JSON, ARRAY -> "json";
    };
  }

  @Override
  public String generatedId(ValueKind kind) {
    return type(kind) + (kind.isWhole() ? " auto_increment" : " default (uuid())") + " primary key";
  }

  @Override
  public String now(ValueKind kind) {
    return "(utc_timestamp(6))";
  }
}
