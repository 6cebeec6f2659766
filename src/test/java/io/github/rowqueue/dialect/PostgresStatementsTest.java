package io.github.rowqueue.dialect;

final class PostgresStatementsTest extends DialectStatementsTest {
  PostgresStatementsTest() {
    super(Dialects.postgresql());
  }

  @Override
  String expiry(String column) {
    return "coalesce(%s, %s)".formatted(column, column);
  }
}
