package io.github.rowqueue.dialect;

final class H2StatementsTest extends DialectStatementsTest {
  H2StatementsTest() {
    super(Dialects.h2());
  }
}
