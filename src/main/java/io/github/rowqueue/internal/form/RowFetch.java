package io.github.rowqueue.internal.form;

import io.github.rowqueue.dialect.NamedSql;
import io.github.rowqueue.dialect.Param;
import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.dialect.Statement;
import io.github.rowqueue.internal.jdbc.FetchReader;
import io.github.rowqueue.internal.jdbc.FetchReader.Fetched;
import io.github.rowqueue.internal.jdbc.RawRow;
import io.github.rowqueue.internal.jdbc.RowId;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.Values;
import io.github.rowqueue.internal.jdbc.Values.Token;
import io.github.rowqueue.subscribe.OwnAction;
import io.github.rowqueue.subscribe.OwnEvent;
import io.github.rowqueue.subscribe.OwnFetch;
import io.github.rowqueue.table.TableSpec;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Where the messages of claimed rows come from: the claim itself, or a fetch of the service's own
 * in the claim's transaction. A row the fetch does not find is delivered as one that cannot be read
 * (B197), so that the failure policy decides.
 */
public final class RowFetch {

  private final FormContext context;
  private final Optional<OwnAction> action;
  private final TableSpec spec;
  private final FetchReader reader;
  private final String name;

  RowFetch(FormContext context) {
    this.context = context;
    this.action = context.subscription().statements().action(OwnEvent.FETCH);
    this.spec = context.subscription().spec();
    this.reader = new FetchReader(spec, context.database());
    this.name = OwnWrites.name(context.database().dialect().name(), spec, OwnEvent.FETCH);
  }

  /** Whether the service fetches, which needs the claim's transaction. */
  boolean isOwn() {
    return action.isPresent();
  }

  /** The rows with their messages, in the same order. */
  List<RawRow> fetch(Session session, List<RawRow> claimed) {
    if (action.isEmpty() || claimed.isEmpty()) {
      return claimed;
    }
    Map<RowId, List<Fetched>> found = new HashMap<>();
    for (Fetched row : rows(session, claimed)) {
      found.computeIfAbsent(row.id(), id -> new ArrayList<>()).add(row);
    }
    return claimed.stream()
        .map(row -> whole(row, found.getOrDefault(row.id(), List.of())))
        .toList();
  }

  private RawRow whole(RawRow claimed, List<Fetched> found) {
    if (found.isEmpty()) {
      return reader.without(
          claimed, "the own fetch returned no row for it: what it joins may be gone");
    }
    return found.size() == 1
        ? found.get(0).into(claimed, spec)
        : reader.without(
            claimed,
            "the own fetch returned %d rows for it, and a message is one row: make its join unique"
                .formatted(found.size()));
  }

  private List<Fetched> rows(Session session, List<RawRow> claimed) {
    if (action.orElseThrow() instanceof OwnAction.Sql sql) {
      NamedSql query = sql.statements().get(0);
      return query.names().contains("ids")
          ? query(session, query, claimed)
          : claimed.stream().flatMap(row -> query(session, query, List.of(row)).stream()).toList();
    }
    OwnFetch code = ((OwnAction.Fetch) action.orElseThrow()).code();
    List<Object> ids = claimed.stream().map(row -> row.id().raw()).toList();
    return session.call(name, connection -> rows(code, connection, ids));
  }

  private List<Fetched> rows(OwnFetch code, Connection connection, List<Object> ids)
      throws SQLException {
    List<Fetched> rows = new ArrayList<>();
    for (Map<String, ?> row : code.fetch(connection, ids)) {
      rows.add(reader.read(row));
    }
    return rows;
  }

  private List<Fetched> query(Session session, NamedSql query, List<RawRow> rows) {
    Values values =
        new Values()
            .rows(rows.stream().map(row -> Token.of(row.id())).toList())
            .set(Meaning.GROUP, context.subscription().name());
    return session.all(
        statement(query, name, spec, rows.size()), context.table(), values, reader::read);
  }

  /** The query of a fetch of {@code ids} rows. */
  public static Statement statement(NamedSql query, String name, TableSpec spec, int ids) {
    return query.statementOf(
        name,
        parameter ->
            parameter.equals("ids")
                ? IntStream.range(0, ids).mapToObj(i -> new Param(Meaning.ID, i)).toList()
                : List.of(OwnWrites.param(parameter, spec)));
  }
}
