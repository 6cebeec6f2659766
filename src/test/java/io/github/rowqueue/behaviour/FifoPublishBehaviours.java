package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.publish.PublishOptions;
import io.github.rowqueue.publish.Publisher;
import io.github.rowqueue.servers.DatabaseKind;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The place in a group that a published row gets (SPEC 13, rule 17). */
interface FifoPublishBehaviours extends FifoForms {

  private Publisher<?> publisher(FifoForm form, Duration ahead) {
    return queue()
        .start(queue().rowqueue().clock(() -> Instant.now().plus(ahead)))
        .publisher(form.rowClass());
  }

  @ParameterizedTest
  @MethodSource("fifoForms")
  @DisplayName("Rule 17: publishers whose clocks are an hour apart keep the order of their inserts")
  default void the_clocks_of_publishers_do_not_change_the_order(FifoForm form) throws Exception {
    FifoJobs jobs = FifoJobs.create(queue(), form);
    List<Publisher<?>> publishers =
        List.of(
            publisher(form, Duration.ofHours(1)),
            publisher(form, Duration.ofHours(-1)),
            queue().start().publisher(form.rowClass()));
    for (int i = 0; i < 9; i++) {
      publishers.get(i % 3).publishMessage(String.valueOf(i), PublishOptions.to(jobs.group()));
    }
    Notes<String> handled = Notes.acking();
    queue().start(jobs.subscription().handle(handled));
    assertThat(handled.await(9).messages())
        .containsExactly("0", "1", "2", "3", "4", "5", "6", "7", "8");
  }

  @ParameterizedTest
  @MethodSource("fifoForms")
  @DisplayName("Rule 17: a row gets the time of its insert, not that of an older transaction")
  default void an_old_transaction_does_not_change_the_order(FifoForm form) throws Exception {
    FifoJobs jobs = FifoJobs.create(queue(), form);
    PublishOptions group = PublishOptions.to(jobs.group());
    Rowqueue rowqueue = queue().start();
    Publisher<?> publisher = rowqueue.publisher(form.rowClass());
    try (Connection old = queue().database().dataSource().getConnection();
        Statement statement = old.createStatement()) {
      old.setAutoCommit(false);
      statement.execute("select current_timestamp");
      publisher.publishMessage("1", group);
      publisher.publishMessage(old, "2", group);
      old.commit();
    }
    Notes<String> handled = Notes.acking();
    queue().start(jobs.subscription().handle(handled));
    // H2 has one clock, which stands still from its first use in a transaction.
    boolean standsStill = queue().database().kind() == DatabaseKind.H2;
    assertThat(handled.await(2).messages())
        .isEqualTo(standsStill ? List.of("2", "1") : List.of("1", "2"));
  }

  @ParameterizedTest
  @MethodSource("fifoForms")
  @DisplayName("A delay counts by the clock of the publisher's host")
  default void a_delay_counts_by_the_hosts_clock(FifoForm form) throws Exception {
    FifoJobs jobs = FifoJobs.create(queue(), form);
    PublishOptions delayed = PublishOptions.to(jobs.group()).delay(Duration.ofMinutes(1));
    publisher(form, Duration.ofHours(1)).publishMessage("later", delayed);
    String after =
        queue().q("retry_after") + " > " + queue().time(Instant.now().plus(Duration.ofHours(1)));
    assertThat(queue().count(form.table(), after)).isOne();
  }
}
