package io.github.rowqueue.bench.cost;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/** Processor time of the whole process per operation: all threads, garbage collection included. */
public final class CpuTime implements InternalProfiler {

  static final String NAME = "cpu.time.norm";
  private static final double NANOS_PER_MICRO = 1_000;

  private final OperatingSystemMXBean process =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private long before;

  @Override
  public String getDescription() {
    return "processor time per operation";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    before = process.getProcessCpuTime();
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    long nanos = process.getProcessCpuTime() - before;
    long operations = Math.max(1, result.getMetadata().getAllOps());
    return List.of(
        new ScalarResult(
            NAME, nanos / NANOS_PER_MICRO / operations, "us/op", AggregationPolicy.AVG));
  }
}
