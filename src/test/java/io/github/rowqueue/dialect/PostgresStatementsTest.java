package io.github.rowqueue.dialect;

final class PostgresStatementsTest extends DialectStatementsTest {
  PostgresStatementsTest() {
    super(Dialects.postgresql());
  }
}
