package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.servers.OnDatabase;

@OnDatabase(DatabaseKind.POSTGRESQL)
class PostgresStartupCheckTest extends StartupCheckContract {

  PostgresStartupCheckTest() {
    super(DatabaseKind.POSTGRESQL);
  }
}
