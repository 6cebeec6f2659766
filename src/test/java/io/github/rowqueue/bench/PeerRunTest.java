package io.github.rowqueue.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.bench.peers.Peer;
import io.github.rowqueue.servers.DatabaseKind;
import org.junit.jupiter.api.Test;

/** The peers of the benchmarks, on a handful of messages. */
class PeerRunTest {

  @Test
  void every_library_handles_what_was_published_and_completes_it() throws Exception {
    try (BenchDatabase database = new BenchDatabase(DatabaseKind.POSTGRESQL, 16, false)) {
      for (Peer peer : Peer.ALL.stream().filter(one -> !one.hasDefaults()).toList()) {
        assertThat(new PeerRun(database, peer).drain(4, 2)).as(peer.name()).isPositive();
        assertThat(new PeerRun(database, peer).publish(2)).as(peer.name()).isPositive();
      }
    }
  }
}
