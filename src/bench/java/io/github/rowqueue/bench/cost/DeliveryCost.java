package io.github.rowqueue.bench.cost;

import io.github.rowqueue.bench.ForkedJava;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * What a delivery costs the library, or a program without it.
 *
 * @param contender who delivers
 * @param workers of the subscription
 * @param micros that pass per delivery
 * @param cpuMicros of the processors, for all threads of the process
 * @param bytes allocated by all threads
 */
public record DeliveryCost(
    String contender, int workers, double micros, double cpuMicros, double bytes) {

  private static final String CLASS_PATH = "java.class.path";
  private static final String LOGGING =
      "-Dlogback.configurationFile=io/github/rowqueue/bench/forked.xml";

  /** In half a minute, in one JVM. */
  public static List<DeliveryCost> quick() throws RunnerException {
    return measured(options(1, 8, 3, TimeValue.seconds(1)).jvmArgs(LOGGING, "-Xmx512m"));
  }

  /** In some minutes, in three JVMs one after another. */
  public static List<DeliveryCost> measured() throws RunnerException {
    return measured(options(3, 15, 10, TimeValue.seconds(1)).jvmArgs(LOGGING, "-Xmx512m"));
  }

  /** In this JVM and in no time: it tells that everything works, and no cost. */
  static List<DeliveryCost> tried() throws RunnerException {
    return measured(options(0, 0, 1, TimeValue.milliseconds(10)).param("workers", "2"));
  }

  private static ChainedOptionsBuilder options(
      int forks, int warmups, int iterations, TimeValue time) {
    return new OptionsBuilder()
        .include(HandCost.class.getName() + ".")
        .include(OwnCost.class.getName() + ".")
        .forks(forks)
        .warmupIterations(warmups)
        .warmupTime(time)
        .measurementIterations(iterations)
        .measurementTime(time)
        .addProfiler(GCProfiler.class)
        .addProfiler(CpuTime.class)
        .shouldFailOnError(true)
        .verbosity(VerboseMode.SILENT);
  }

  /** Its forks take their class path from the property, which exec:java leaves at Maven's own. */
  private static List<DeliveryCost> measured(ChainedOptionsBuilder options) throws RunnerException {
    System.setProperty("jmh.ignoreLock", "true"); // others may measure on this machine too
    String before = System.getProperty(CLASS_PATH);
    System.setProperty(CLASS_PATH, ForkedJava.classPath());
    try {
      Collection<RunResult> results = new Runner(options.build()).run();
      if (results.isEmpty()) {
        throw new IllegalStateException("JMH gave no result");
      }
      return results.stream().map(DeliveryCost::of).toList();
    } finally {
      System.setProperty(CLASS_PATH, before);
    }
  }

  private static DeliveryCost of(RunResult result) {
    boolean byHand = result.getParams().getBenchmark().startsWith(HandCost.class.getName());
    return new DeliveryCost(
        byHand ? "raw-batch" : "rowqueue-lease",
        Integer.parseInt(result.getParams().getParam("workers")),
        result.getPrimaryResult().getScore(),
        secondary(result, CpuTime.NAME),
        secondary(result, "gc.alloc.rate.norm"));
  }

  /** Some versions of JMH begin the names of its profilers' results with a dot of their own. */
  private static double secondary(RunResult result, String name) {
    for (String told : result.getSecondaryResults().keySet()) {
      if (told.replace("·", "").equals(name)) {
        return result.getSecondaryResults().get(told).getScore();
      }
    }
    throw new IllegalStateException("JMH told no " + name);
  }
}
