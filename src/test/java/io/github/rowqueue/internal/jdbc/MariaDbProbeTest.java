package io.github.rowqueue.internal.jdbc;

import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.servers.OnDatabase;

@OnDatabase(DatabaseKind.MARIADB)
class MariaDbProbeTest extends MySqlFamilyProbe {

  MariaDbProbeTest() {
    super(DatabaseKind.MARIADB);
  }
}
