package io.github.rowqueue.dialect;

final class MariaDbStatementsTest extends DialectStatementsTest {
  MariaDbStatementsTest() {
    super(Dialects.mariaDb());
  }
}
