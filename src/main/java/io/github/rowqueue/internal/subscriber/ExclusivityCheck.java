package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.internal.jdbc.ServerInfo;
import io.github.rowqueue.table.ClaimForm;
import io.github.rowqueue.table.TableSpec;

/**
 * Whether what keeps two claims apart is seen by all who claim: locks are a server's own, and on H2
 * the order of a group is kept by the process (SPEC 11; SPEC 13, 19). Needs no database.
 */
final class ExclusivityCheck {

  private ExclusivityCheck() {}

  static void check(TableSpec spec, ServerInfo server, Findings findings) {
    boolean fifo = spec.fifoGroups() || spec.fifoKeys();
    String order = spec.fifoKeys() ? "@PartitionKey(fifo = true)" : "@Group(fifo = true)";
    boolean locks = spec.form() != ClaimForm.LEASE;
    if (!server.cluster().isEmpty() && (locks || fifo)) {
      findings.problem(
          "the server is a node of %s, where no node sees the locks of another, so that %s would not hold: use the lease form without fifo, or a server that alone is written to"
              .formatted(
                  server.cluster(), locks ? "the %s form".formatted(spec.form().path()) : order));
    }
    if (server.remote() && spec.form() == ClaimForm.ADVISORY) {
      findings.problem(
          "lock keys are kept on H2 by the process that has the database embedded, and this one reaches it through a server: embed it, use the lease form (@LockedUntil), or another database");
    }
    if (server.remote() && fifo) {
      findings.problem(
          order
              + " is kept on H2 by the process that has the database embedded, and this one reaches it through a server: embed it, leave fifo out, or use another database");
    }
  }
}
