package io.github.rowqueue.bench.peers;

import io.github.rowqueue.bench.Note;
import java.util.List;
import java.util.function.Consumer;
import javax.sql.DataSource;

/** A library with the settings it is measured with. */
public interface Peer {

  /** All of them on PostgreSQL: first each library's defaults, then its best settings. */
  List<Peer> ALL =
      List.of(
          DbScheduler.defaults(),
          DbScheduler.tuned(),
          JobRunrJobs.defaults(),
          JobRunrJobs.tuned(),
          QuartzJobs.defaults(),
          QuartzJobs.tuned(),
          SpringChannel.defaults(),
          SpringChannel.tuned());

  String name();

  /** Whether it has the library's own defaults, all but the number of workers. */
  boolean hasDefaults();

  /** What its settings are, for the page of results. */
  String settings();

  /**
   * How many messages are enough to measure it: a slow one is given fewer of them, or a round would
   * last for minutes.
   *
   * @param wanted the messages of a fast one
   */
  int messages(int wanted);

  /** The statements that drop its tables, if they are there, and create them. */
  List<String> tables() throws Exception;

  /** The count of messages that are not handled to their end, as SQL. */
  String unfinished();

  /**
   * Opens it on its tables, to publish; it handles nothing before {@link Session#start}.
   *
   * @param pool its connections, 16 of them
   * @param workers how many messages it handles at a time
   * @param handler told every message, by several threads
   */
  Session open(DataSource pool, int workers, Consumer<Note> handler) throws Exception;

  /** An open library. */
  interface Session extends AutoCloseable {

    /** Publishes one message, in a transaction of its own. */
    void publish(Note note) throws Exception;

    /** Publishes many in the fastest way the library has. */
    void publishAll(List<Note> notes) throws Exception;

    /** Begins to handle messages. */
    void start() throws Exception;

    @Override
    void close() throws Exception;
  }
}
