package io.github.rowqueue.dialect;

final class SqliteStatementsTest extends DialectStatementsTest {
  SqliteStatementsTest() {
    super(Dialects.sqlite());
  }
}
