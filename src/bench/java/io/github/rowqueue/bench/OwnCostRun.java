package io.github.rowqueue.bench;

import io.github.rowqueue.bench.cost.DeliveryCost;
import io.github.rowqueue.servers.DatabaseKind;
import java.util.Locale;

/** What the library itself costs per delivery; it needs no database, and shows with PostgreSQL. */
final class OwnCostRun implements Workload {

  @Override
  public String name() {
    return "own-cost";
  }

  @Override
  public String explained() {
    return "What a delivery costs without a driver and a database, measured by JMH on a stand-in"
        + " that answers from memory: from claim to acknowledgement, decoded by Jackson, by a"
        + " handler that does nothing. Microseconds that pass per delivery, microseconds of"
        + " processor time of the whole process, and bytes allocated;"
        + " raw-batch tells how much of that are the decoding and the stand-in.";
  }

  @Override
  public String charted() {
    return "micros";
  }

  @Override
  public boolean durable() {
    return false;
  }

  @Override
  public void run(BenchDatabase database, BenchSettings settings, Report report) throws Exception {
    if (database.kind() != DatabaseKind.POSTGRESQL) {
      return;
    }
    boolean quick = settings.size().name().equals("quick");
    for (DeliveryCost cost : quick ? DeliveryCost.quick() : DeliveryCost.measured()) {
      report.result(
          Result.of(name(), database.kind().id())
              .with("contender", cost.contender())
              .with("workers", String.valueOf(cost.workers()))
              .with("micros", String.format(Locale.ROOT, "%.2f", cost.micros()))
              .with("cpu_micros", String.format(Locale.ROOT, "%.2f", cost.cpuMicros()))
              .with("bytes", String.format(Locale.ROOT, "%.0f", cost.bytes())));
    }
  }
}
