package io.github.rowqueue.bench.peers;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import io.github.rowqueue.bench.Note;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jobrunr.jobs.lambdas.JobRequest;
import org.jobrunr.jobs.lambdas.JobRequestHandler;
import org.jobrunr.jobs.mappers.JobMapper;
import org.jobrunr.scheduling.JobRequestScheduler;
import org.jobrunr.server.BackgroundJobServer;
import org.jobrunr.server.BackgroundJobServerConfiguration;
import org.jobrunr.server.JobActivator;
import org.jobrunr.storage.StorageProvider;
import org.jobrunr.storage.sql.postgres.PostgresStorageProvider;
import org.jobrunr.utils.mapper.JsonMapper;
import org.jobrunr.utils.mapper.jackson.JacksonJsonMapper;

/**
 * JobRunr: a message is a job request, which stays in its table as a succeeded one.
 *
 * @param best with the shortest poll it allows on SQL databases
 */
record JobRunrJobs(String name, boolean best) implements Peer {

  private static final Duration SHORTEST_POLL = Duration.ofSeconds(5);
  private static final int SLOWER = 2;

  static Peer defaults() {
    return new JobRunrJobs("jobrunr", false);
  }

  static Peer tuned() {
    return new JobRunrJobs("jobrunr-5s-poll", true);
  }

  @Override
  public boolean hasDefaults() {
    return !best;
  }

  @Override
  public String settings() {
    return best ? "polls every 5 s" : "its defaults (polls every 15 s)";
  }

  @Override
  public int messages(int wanted) {
    return wanted / SLOWER;
  }

  /** JobRunr creates its tables. */
  @Override
  public List<String> tables() {
    return List.of(
        "drop view if exists jobrunr_jobs_stats",
        "drop table if exists jobrunr_migrations, jobrunr_jobs, jobrunr_recurring_jobs,"
            + " jobrunr_backgroundjobservers, jobrunr_metadata");
  }

  @Override
  public String unfinished() {
    return "select count(*) from jobrunr_jobs where state in ('ENQUEUED', 'PROCESSING')";
  }

  @Override
  public Session open(DataSource pool, int workers, Consumer<Note> handler) {
    JsonMapper json = new JacksonJsonMapper();
    StorageProvider storage = new PostgresStorageProvider(pool);
    storage.setJobMapper(new JobMapper(json));
    JobRequestScheduler scheduler = new JobRequestScheduler(storage);
    BackgroundJobServerConfiguration configuration =
        BackgroundJobServerConfiguration.usingStandardBackgroundJobServerConfiguration()
            .andWorkerCount(workers);
    if (best) {
      configuration.andPollInterval(SHORTEST_POLL);
    }
    NoteHandler notes = new NoteHandler(handler);
    JobActivator activator =
        new JobActivator() {
          @Override
          public <T> T activateJob(Class<T> type) {
            return type.cast(notes);
          }
        };
    BackgroundJobServer server = new BackgroundJobServer(storage, json, activator, configuration);
    return new Session() {
      @Override
      public void publish(Note note) {
        scheduler.enqueue(new NoteRequest(note));
      }

      @Override
      public void publishAll(List<Note> notes) {
        scheduler.enqueue(notes.stream().map(NoteRequest::new));
      }

      @Override
      public void start() {
        server.start();
      }

      @Override
      public void close() {
        server.stop();
        storage.close();
      }
    };
  }

  /** Runs its requests; public, as JobRunr calls it by reflection. */
  public static final class NoteHandler implements JobRequestHandler<NoteRequest> {

    private final Consumer<Note> handler;

    NoteHandler(Consumer<Note> handler) {
      this.handler = handler;
    }

    @Override
    public void run(NoteRequest request) {
      handler.accept(request.note());
    }
  }

  /** A job. Not a record: JobRunr's mapper sets fields. */
  @JsonAutoDetect(fieldVisibility = JsonAutoDetect.Visibility.ANY)
  public static final class NoteRequest implements JobRequest {

    private static final long serialVersionUID = 1;

    private int key;
    private int number;

    /** For JobRunr's mapper. */
    NoteRequest() {}

    NoteRequest(Note note) {
      this.key = note.key();
      this.number = note.number();
    }

    Note note() {
      return new Note(key, number);
    }

    @Override
    public Class<NoteHandler> getJobRequestHandler() {
      return NoteHandler.class;
    }
  }
}
