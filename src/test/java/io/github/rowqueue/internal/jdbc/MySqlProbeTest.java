package io.github.rowqueue.internal.jdbc;

import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.servers.OnDatabase;

@OnDatabase(DatabaseKind.MYSQL)
class MySqlProbeTest extends MySqlFamilyProbe {

  MySqlProbeTest() {
    super(DatabaseKind.MYSQL);
  }
}
