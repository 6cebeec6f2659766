package io.github.rowqueue.dialect;

final class MySqlStatementsTest extends DialectStatementsTest {
  MySqlStatementsTest() {
    super(Dialects.mySql());
  }
}
