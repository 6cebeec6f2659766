package io.github.rowqueue.bench.peers;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.rowqueue.bench.Note;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.integration.channel.QueueChannel;
import org.springframework.integration.context.IntegrationContextUtils;
import org.springframework.integration.endpoint.PollingConsumer;
import org.springframework.integration.jdbc.store.JdbcChannelMessageStore;
import org.springframework.integration.jdbc.store.channel.PostgresChannelMessageStoreQueryProvider;
import org.springframework.integration.store.MessageGroupQueue;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.messaging.MessageHandler;
import org.springframework.messaging.PollableChannel;
import org.springframework.messaging.support.GenericMessage;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import org.springframework.scheduling.support.PeriodicTrigger;
import org.springframework.transaction.TransactionManager;
import org.springframework.transaction.interceptor.MatchAlwaysTransactionAttributeSource;
import org.springframework.transaction.interceptor.TransactionInterceptor;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Spring Integration with its JDBC channel message store: a message is one of a queue channel, as
 * many polling consumers as workers each take one and handle it in a transaction.
 *
 * @param best with a channel of its own for each consumer, since a channel hands out one message at
 *     a time, and short polls that do not wait on it
 */
record SpringChannel(String name, boolean best) implements Peer {

  private static final String GROUP = "bench";
  private static final Duration SHORT_POLL = Duration.ofMillis(10);
  private static final int SLOWER = 2;
  private static final ObjectMapper JSON = new ObjectMapper();

  static Peer defaults() {
    return new SpringChannel("spring-integration", false);
  }

  static Peer tuned() {
    return new SpringChannel("spring-integration-10ms-poll", true);
  }

  @Override
  public boolean hasDefaults() {
    return !best;
  }

  @Override
  public String settings() {
    return best
        ? "transactional pollers, each with a channel of its own, delay 10 ms, no receive timeout"
        : "its defaults, transactional pollers on one channel";
  }

  @Override
  public int messages(int wanted) {
    return wanted / SLOWER;
  }

  /** As schema-postgresql.sql of its jar has them. */
  @Override
  public List<String> tables() {
    return List.of(
        "drop table if exists int_channel_message",
        "drop sequence if exists int_message_seq",
        "create sequence int_message_seq start with 1 increment by 1 no cycle",
        """
        create table int_channel_message (
          message_id char(36) not null,
          group_key char(36) not null,
          created_date bigint not null,
          message_priority bigint,
          message_sequence bigint not null default nextval('int_message_seq'),
          message_content bytea,
          region varchar(100) not null,
          constraint int_channel_message_pk
            primary key (region, group_key, created_date, message_sequence))""",
        "create index int_channel_msg_delete_idx"
            + " on int_channel_message (region, group_key, message_id)");
  }

  @Override
  public String unfinished() {
    return "select count(*) from int_channel_message";
  }

  @Override
  public Session open(DataSource pool, int workers, Consumer<Note> handler) {
    return new Endpoints(pool, workers, handler);
  }

  /** The channels and their consumers. */
  private final class Endpoints implements Session {

    private final ThreadPoolTaskScheduler threads = new ThreadPoolTaskScheduler();
    private final JdbcTransactionManager transactions;
    private final JdbcChannelMessageStore store;
    private final QueueChannel channel;
    private final List<PollingConsumer> consumers;

    Endpoints(DataSource pool, int workers, Consumer<Note> handler) {
      transactions = new JdbcTransactionManager(pool);
      threads.setPoolSize(workers);
      threads.initialize();
      store = new JdbcChannelMessageStore(pool);
      store.setChannelMessageStoreQueryProvider(new PostgresChannelMessageStoreQueryProvider());
      store.afterPropertiesSet();
      DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
      beans.registerSingleton(IntegrationContextUtils.TASK_SCHEDULER_BEAN_NAME, threads);
      channel = channel(beans);
      MessageHandler decoding = message -> handler.accept(decoded(message.getPayload()));
      consumers =
          IntStream.range(0, workers)
              .mapToObj(worker -> consumer(beans, best ? channel(beans) : channel, decoding))
              .toList();
    }

    private QueueChannel channel(DefaultListableBeanFactory beans) {
      QueueChannel created = new QueueChannel(new MessageGroupQueue(store, GROUP));
      created.setBeanFactory(beans);
      created.afterPropertiesSet();
      return created;
    }

    private PollingConsumer consumer(
        DefaultListableBeanFactory beans, PollableChannel input, MessageHandler decoding) {
      PollingConsumer consumer = new PollingConsumer(input, decoding);
      consumer.setAdviceChain(
          List.of(
              new TransactionInterceptor(
                  (TransactionManager) transactions, new MatchAlwaysTransactionAttributeSource())));
      if (best) {
        consumer.setTrigger(new PeriodicTrigger(SHORT_POLL));
        consumer.setReceiveTimeout(0);
      }
      consumer.setBeanFactory(beans);
      consumer.setTaskScheduler(threads);
      consumer.afterPropertiesSet();
      return consumer;
    }

    @Override
    public void publish(Note note) throws JsonProcessingException {
      channel.send(new GenericMessage<>(JSON.writeValueAsString(note)));
    }

    @Override
    public void publishAll(List<Note> notes) throws JsonProcessingException {
      List<GenericMessage<String>> messages = new ArrayList<>();
      for (Note note : notes) {
        messages.add(new GenericMessage<>(JSON.writeValueAsString(note)));
      }
      new TransactionTemplate(transactions)
          .executeWithoutResult(status -> messages.forEach(channel::send));
    }

    @Override
    public void start() {
      store.start();
      consumers.forEach(PollingConsumer::start);
    }

    @Override
    public void close() {
      consumers.forEach(PollingConsumer::stop);
      threads.shutdown();
      store.stop();
    }
  }

  private static Note decoded(Object payload) {
    try {
      return JSON.readValue((String) payload, Note.class);
    } catch (JsonProcessingException unreadable) {
      throw new IllegalArgumentException(unreadable);
    }
  }
}
