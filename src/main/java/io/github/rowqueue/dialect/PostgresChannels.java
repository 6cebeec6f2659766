package io.github.rowqueue.dialect;

import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.error.DialectException;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableName;
import io.github.rowqueue.table.TableSpec;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * PostgreSQL's LISTEN and NOTIFY. A channel is a name and cut like one: LISTEN cuts it without a
 * word while {@code pg_notify} refuses it, so that a long one is refused before either.
 */
final class PostgresChannels implements Channels {

  private static final NameLimit LIMIT = NameLimit.BYTES_63;

  /** {@code pg_notify} refuses 8000 bytes (22023). */
  private static final int LONGEST_PAYLOAD = 7999;

  private final Grammar grammar;

  PostgresChannels(Grammar grammar) {
    this.grammar = grammar;
  }

  @Override
  public String channel(TableName table) {
    String channel = table.toString();
    if (!LIMIT.fits(channel)) {
      throw new DialectException(
          "the channel \"%s\" has %s by PostgreSQL: shorten the name of the table or of its schema, or leave listenNotify() out"
              .formatted(channel, LIMIT.excess(channel)));
    }
    return channel;
  }

  @Override
  public String payload(String group) {
    return group.getBytes(StandardCharsets.UTF_8).length > LONGEST_PAYLOAD ? "" : group;
  }

  @Override
  public Statement listen(String channel) {
    return new SqlWriter(grammar)
        .sql("listen " + grammar.quote(channel))
        .toStatement("notify/listen");
  }

  @Override
  public Statement unlisten() {
    return new SqlWriter(grammar).sql("unlisten *").toStatement("notify/unlisten");
  }

  @Override
  public Statement listening() {
    return new SqlWriter(grammar)
        .sql("select count(*) from pg_listening_channels()")
        .toStatement("notify/listening");
  }

  @Override
  public Statement send() {
    return new SqlWriter(grammar)
        .sql("select pg_notify(")
        .bind(Meaning.CHANNEL)
        .sql(", payload)")
        .line("from unnest(cast(")
        .bind(Meaning.PAYLOADS)
        .sql(" as text[])) as payloads (payload)")
        .toStatement("notify/send");
  }

  // A trigger per statement: a bulk insert notifies once per group. The channel comes from the
  // trigger's own table, since only the server knows the schema where the description names none; a
  // channel nobody may listen on must not refuse the insert.
  @Override
  public List<String> ddl(TableSpec spec) {
    SqlWriter function = new SqlWriter(grammar);
    function.line("create or replace function ").table(name(spec)).sql("() returns trigger");
    function.line("language plpgsql as $notify$").line("begin");
    function.line("  perform pg_notify(tg_table_schema || '.' || tg_table_name, payload)");
    function.line("  from (");
    function.line("    select distinct ");
    spec.column(Role.GROUP)
        .ifPresentOrElse(group -> payload(function, group), () -> function.sql("''"));
    function.sql(" as payload").line("    from new_rows").line("  ) as payloads");
    function.line("  where octet_length(tg_table_schema || '.' || tg_table_name) <= 63;");
    function.line("  return null;").line("end").line("$notify$");

    SqlWriter trigger = new SqlWriter(grammar);
    trigger.line("create trigger ").sql(grammar.quote(name(spec).name()));
    trigger.line("after insert on ").table(spec.table()).sql(" referencing new table as new_rows");
    trigger.line("for each statement execute function ").table(name(spec)).sql("()");
    return List.of(function.toText(), trigger.toText());
  }

  private static void payload(SqlWriter sql, ColumnSpec group) {
    sql.sql("case when octet_length(cast(").name(group).sql(" as text)) <= " + LONGEST_PAYLOAD);
    sql.line("      then cast(").name(group).sql(" as text) else '' end");
  }

  private static TableName name(TableSpec spec) {
    TableName table = spec.table();
    return new TableName(table.schema(), LIMIT.join(table.name(), "_notify"));
  }
}
