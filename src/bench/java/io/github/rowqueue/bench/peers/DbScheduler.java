package io.github.rowqueue.bench.peers;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerBuilder;
import com.github.kagkarlsson.scheduler.serializer.Serializer;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import io.github.rowqueue.bench.Note;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javax.sql.DataSource;

/**
 * db-scheduler: a message is a one-time task, removed when it is complete.
 *
 * @param best with lock-and-fetch between 4 and 20 times the threads, the thresholds of its own
 *     benchmark, in place of the default strategy, fetch
 */
record DbScheduler(String name, boolean best) implements Peer {

  private static final double LOWER = 4;
  private static final double UPPER = 20;
  private static final Serializer JSON = new JsonSerializer();

  static Peer defaults() {
    return new DbScheduler("db-scheduler", false);
  }

  static Peer tuned() {
    return new DbScheduler("db-scheduler-lock-and-fetch", true);
  }

  @Override
  public boolean hasDefaults() {
    return !best;
  }

  @Override
  public String settings() {
    return best
        ? "pollUsingLockAndFetch(%.0f, %.0f), data as JSON".formatted(LOWER, UPPER)
        : "its defaults (fetch), data as JSON";
  }

  @Override
  public int messages(int wanted) {
    return wanted;
  }

  /** As postgresql_tables.sql of its sources has them, priority and its index left out. */
  @Override
  public List<String> tables() {
    return List.of(
        "drop table if exists scheduled_tasks",
        """
        create table scheduled_tasks (
          task_name text not null,
          task_instance text not null,
          task_data bytea,
          execution_time timestamp with time zone not null,
          picked boolean not null,
          picked_by text,
          last_success timestamp with time zone,
          last_failure timestamp with time zone,
          consecutive_failures int,
          last_heartbeat timestamp with time zone,
          version bigint not null,
          primary key (task_name, task_instance))""",
        "create index execution_time_idx on scheduled_tasks (execution_time)",
        "create index last_heartbeat_idx on scheduled_tasks (last_heartbeat)");
  }

  @Override
  public String unfinished() {
    return "select count(*) from scheduled_tasks";
  }

  @Override
  public Session open(DataSource pool, int workers, Consumer<Note> handler) {
    OneTimeTask<Note> task =
        Tasks.oneTime("note", Note.class)
            .execute((instance, context) -> handler.accept(instance.getData()));
    SchedulerBuilder builder = Scheduler.create(pool, task).threads(workers).serializer(JSON);
    if (best) {
      builder.pollUsingLockAndFetch(LOWER, UPPER);
    }
    Scheduler scheduler = builder.build();
    return new Session() {
      @Override
      public void publish(Note note) {
        scheduler.schedule(instance(note), Instant.now());
      }

      @Override
      public void publishAll(List<Note> notes) {
        List<TaskInstance<?>> instances = new ArrayList<>();
        notes.forEach(note -> instances.add(instance(note)));
        scheduler.scheduleBatch(instances, Instant.now());
      }

      private TaskInstance<Note> instance(Note note) {
        return task.instance(note.key() + "-" + note.number(), note);
      }

      @Override
      public void start() {
        scheduler.start();
      }

      @Override
      public void close() {
        scheduler.stop();
      }
    };
  }

  /**
   * As its own JacksonSerializer, which cannot be used: it wants a module for times on the class
   * path, where Rowqueue's own codec would find it too.
   */
  private static final class JsonSerializer implements Serializer {

    private final ObjectMapper json = new ObjectMapper();

    @Override
    public byte[] serialize(Object data) {
      try {
        return json.writeValueAsBytes(data);
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      }
    }

    @Override
    public <T> T deserialize(Class<T> type, byte[] data) {
      try {
        return json.readValue(data, type);
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      }
    }
  }
}
