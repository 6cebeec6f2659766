package io.github.rowqueue.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every message an exception of Rowqueue's builds itself, word for word. */
class MessagesTest {

  @Test
  void one_problem_stands_beside_its_headline_and_several_below() {
    assertThat(new TableSpecException("record A", List.of("no id: add @Id")))
        .hasMessage("record A is not a queue table: no id: add @Id");
    assertThat(new TableSpecException("record A", List.of("no id", "no name\nat all")))
        .hasMessage(
            "record A is not a queue table, 2 problems:\n  - no id\n  - no name\n    at all");
    assertThat(new StartException(List.of("x", "y"), null))
        .hasMessage("Rowqueue cannot start, 2 problems:\n  - x\n  - y");
  }

  @Test
  void a_second_subscription_is_told_what_to_do_instead() {
    assertThat(new AlreadySubscribedException("jobs[eu]", "eu", "eu"))
        .hasMessage(
            "queue jobs[eu]: subscription \"eu\" reads it already, so \"eu\" cannot; one Rowqueue opens one"
                + " subscription per queue: raise its workers, or open a second Rowqueue");
  }

  @Test
  void a_call_after_the_close_says_that_nothing_was_done() {
    assertThat(new ClosedException("publish to table jobs"))
        .hasMessage(
            "publish to table jobs: this Rowqueue is closed and nothing was done; start a new one");
  }

  @Test
  void a_lost_lease_names_the_statement_that_found_out() {
    assertThat(new LeaseLostException("subscription \"eu\", table jobs, row 7", "mysql/lease/ack"))
        .hasMessage(
            "subscription \"eu\", table jobs, row 7: the lease is lost (mysql/lease/ack changed no row) and nothing was"
                + " written; the row is delivered again or was settled by another holder: make the lease longer, or the"
                + " handler idempotent");
  }

  @Test
  void a_name_without_a_route_is_told_with_the_routes_there_are() {
    assertThat(new NoRouteException("crm", List.of("reports.*", "mails")))
        .hasMessage(
            "publish to \"crm\": no route leads to this name, nothing is published: add"
                + " .route(\"crm\", …) to the builder, or a prefix; there are routes for"
                + " reports.*, mails");
    assertThat(new NoRouteException("crm", List.of()))
        .hasMessageEndingWith("or a prefix; there is no route")
        .returns("crm", NoRouteException::name);
  }

  @Test
  void a_failed_statement_names_itself_and_what_the_driver_said() {
    SQLException cause = new SQLException("deadlock", "40001", 1213);
    StatementException failure =
        new StatementException("subscription \"eu\", table jobs", "mysql/lease/claim", cause);
    assertThat(failure)
        .hasMessage(
            "subscription \"eu\", table jobs: statement mysql/lease/claim failed: deadlock [SQLState 40001, code 1213]")
        .hasCause(cause);
    assertThat((Throwable) failure.sqlException()).isSameAs(cause);
    assertThat(failure.statement()).isEqualTo("mysql/lease/claim");
  }

  @Test
  void a_connection_used_beyond_its_handler_says_where_and_what_to_do() {
    assertThat(
            TransactionHeldException.late(
                "subscription \"eu\", table jobs, row 7",
                "Connection.prepareStatement",
                "its handler has ended"))
        .hasMessage(
            "subscription \"eu\", table jobs, row 7: Connection.prepareStatement() was called on the connection of its"
                + " handler and refused, since its handler has ended: use it only inside the handler, and wait there for"
                + " threads that use it");
    assertThat(TransactionHeldException.inProgress("subscription \"eu\", table jobs, row 7"))
        .hasMessage(
            "subscription \"eu\", table jobs, row 7: a call on the connection of its handler was still in progress when"
                + " the handler ended, so nothing of its transaction takes effect: wait inside the handler for threads"
                + " that use the connection");
  }

  @Test
  void every_kind_of_exception_has_a_test_here_or_where_it_is_raised() {
    assertThat(
            Stream.of(RowqueueException.class.getPermittedSubclasses()).map(Class::getSimpleName))
        .containsExactlyInAnyOrder(
            "AlreadySubscribedException",
            "ClosedException",
            "DecodeException",
            "DialectException",
            "LeaseLostException",
            "NoRouteException",
            "PublishException",
            "StartException",
            "StatementException",
            "TableSpecException",
            "TransactionHeldException");
  }
}
