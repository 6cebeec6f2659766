package io.github.rowqueue.bench.peers;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.rowqueue.bench.Note;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.quartz.Job;
import org.quartz.JobBuilder;
import org.quartz.JobDetail;
import org.quartz.JobExecutionContext;
import org.quartz.JobExecutionException;
import org.quartz.Scheduler;
import org.quartz.Trigger;
import org.quartz.TriggerBuilder;
import org.quartz.impl.StdSchedulerFactory;
import org.quartz.utils.ConnectionProvider;
import org.quartz.utils.DBConnectionManager;

/**
 * Quartz with its clustered JDBC store: a message is a trigger that fires once, with the message in
 * its data, of one durable job.
 *
 * @param best with triggers acquired in batches
 */
record QuartzJobs(String name, boolean best) implements Peer {

  private static final String SOURCE = "bench";
  private static final String JOB = "note";
  private static final String PAYLOAD = "payload";
  private static final int SLOWER = 10;
  private static final int TRIGGERS_PER_THREAD = 10;
  private static final ObjectMapper JSON = new ObjectMapper();

  static Peer defaults() {
    return new QuartzJobs("quartz", false);
  }

  static Peer tuned() {
    return new QuartzJobs("quartz-batches", true);
  }

  @Override
  public boolean hasDefaults() {
    return !best;
  }

  @Override
  public String settings() {
    return best
        ? "clustered JDBC store, data as properties, triggers acquired in batches as large as its"
            + " thread pool, within its lock"
        : "its defaults, clustered JDBC store";
  }

  @Override
  public int messages(int wanted) {
    return wanted / SLOWER;
  }

  /** Its own script, which drops what is there. */
  @Override
  public List<String> tables() throws Exception {
    try (InputStream script =
        Scheduler.class.getResourceAsStream("/org/quartz/impl/jdbcjobstore/tables_postgres.sql")) {
      String text = new String(script.readAllBytes(), StandardCharsets.UTF_8);
      String statements =
          text.lines()
              .filter(line -> !line.strip().startsWith("--"))
              .collect(Collectors.joining("\n"));
      return List.of(statements.split(";")).stream()
          .map(String::strip)
          .filter(statement -> !statement.isEmpty() && !statement.equalsIgnoreCase("commit"))
          .toList();
    }
  }

  @Override
  public String unfinished() {
    return "select (select count(*) from qrtz_triggers)"
        + " + (select count(*) from qrtz_fired_triggers)";
  }

  @Override
  public Session open(DataSource pool, int workers, Consumer<Note> handler) throws Exception {
    DBConnectionManager.getInstance().addConnectionProvider(SOURCE, new Pool(pool));
    StdSchedulerFactory factory = new StdSchedulerFactory(properties(workers));
    Scheduler scheduler = factory.getScheduler();
    scheduler.setJobFactory((bundle, owner) -> new NoteJob(handler));
    JobDetail job = JobBuilder.newJob(NoteJob.class).withIdentity(JOB).storeDurably().build();
    scheduler.addJob(job, true);
    return new Session() {
      @Override
      public void publish(Note note) throws Exception {
        scheduler.scheduleJob(trigger(note));
      }

      @Override
      public void publishAll(List<Note> notes) throws Exception {
        List<Trigger> triggers = new ArrayList<>();
        for (Note note : notes) {
          triggers.add(trigger(note));
        }
        scheduler.scheduleJobs(Map.of(job, Set.copyOf(triggers)), true);
      }

      @Override
      public void start() throws Exception {
        scheduler.start();
      }

      @Override
      public void close() throws Exception {
        scheduler.shutdown(true);
      }
    };
  }

  private static Trigger trigger(Note note) throws JsonProcessingException {
    return TriggerBuilder.newTrigger()
        .withIdentity(note.key() + "-" + note.number())
        .forJob(JOB)
        .usingJobData(PAYLOAD, JSON.writeValueAsString(note))
        .startNow()
        .build();
  }

  private Properties properties(int workers) {
    Properties all = new Properties();
    all.put("org.quartz.scheduler.instanceName", "bench");
    all.put("org.quartz.scheduler.instanceId", "AUTO");
    all.put("org.quartz.scheduler.skipUpdateCheck", "true");
    all.put("org.quartz.threadPool.class", "org.quartz.simpl.SimpleThreadPool");
    all.put("org.quartz.threadPool.threadCount", String.valueOf(workers));
    all.put("org.quartz.jobStore.class", "org.quartz.impl.jdbcjobstore.JobStoreTX");
    all.put(
        "org.quartz.jobStore.driverDelegateClass",
        "org.quartz.impl.jdbcjobstore.PostgreSQLDelegate");
    all.put("org.quartz.jobStore.dataSource", SOURCE);
    all.put("org.quartz.jobStore.isClustered", "true");
    if (best) {
      all.put("org.quartz.jobStore.useProperties", "true");
      all.put("org.quartz.jobStore.acquireTriggersWithinLock", "true");
      all.put("org.quartz.scheduler.batchTriggerAcquisitionMaxCount", String.valueOf(workers));
    }
    return all;
  }

  /** Decodes and handles the message of the trigger that fired. */
  static final class NoteJob implements Job {

    private final Consumer<Note> handler;

    NoteJob(Consumer<Note> handler) {
      this.handler = handler;
    }

    @Override
    public void execute(JobExecutionContext context) throws JobExecutionException {
      try {
        String payload = context.getTrigger().getJobDataMap().getString(PAYLOAD);
        handler.accept(JSON.readValue(payload, Note.class));
      } catch (JsonProcessingException unreadable) {
        throw new JobExecutionException(unreadable);
      }
    }
  }

  /** Its connections. */
  private record Pool(DataSource pool) implements ConnectionProvider {

    @Override
    public Connection getConnection() throws SQLException {
      return pool.getConnection();
    }

    @Override
    public void shutdown() {}

    @Override
    public void initialize() {}
  }
}
