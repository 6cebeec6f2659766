package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.servers.OnDatabase;

@OnDatabase(DatabaseKind.H2)
class H2StartupCheckTest extends StartupCheckContract {

  H2StartupCheckTest() {
    super(DatabaseKind.H2);
  }
}
