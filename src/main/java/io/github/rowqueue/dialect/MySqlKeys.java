package io.github.rowqueue.dialect;

import io.github.rowqueue.dialect.Param.Meaning;
import io.github.rowqueue.table.TableName;
import io.github.rowqueue.table.TableSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * The advisory form on MySQL and MariaDB: a named lock of the session. Names are the server's, so a
 * key begins with its database; MySQL takes 64 characters and no more, none of them beyond the
 * basic plane, so that another name is its hash (B95).
 *
 * <p>A take and a settlement look for the lock on their own session: a driver that went on silently
 * on another one (Connector/J's autoReconnect) takes and writes nothing.
 */
final class MySqlKeys {

  private final Grammar grammar;
  private final TableSpec spec;

  MySqlKeys(Grammar grammar, TableSpec spec) {
    Refusals.requireAdvisory(spec);
    this.grammar = grammar;
    this.spec = spec;
  }

  AdvisoryClaim claim(boolean ownLocks) {
    String key = key();
    // As they are, since two keys that a collation takes for one need not be one to the locks.
    String compared = "convert(%s using utf8mb4) collate utf8mb4_bin".formatted(key);
    return new AdvisoryClaim(
        excluded ->
            AdvisorySql.candidates(
                grammar, spec, key, compared, ClaimSql.orderColumns(spec), excluded),
        new KeyLocks.OfSession(lock(), unlock()),
        AdvisorySql.readThenCount(
            grammar, spec, held(AdvisorySql.claimable(spec), !ownLocks), "for update skip locked"));
  }

  List<Consumer<SqlWriter>> ours(boolean onSession) {
    return held(AdvisorySql.ours(spec), onSession);
  }

  Statement find(boolean onSession) {
    return AdvisorySql.find(grammar, spec, held(List.of(), onSession), "for update");
  }

  private static List<Consumer<SqlWriter>> held(
      List<Consumer<SqlWriter>> conditions, boolean onSession) {
    List<Consumer<SqlWriter>> all = new ArrayList<>(conditions);
    if (onSession) {
      all.add(sql -> sql.sql("is_used_lock(").bind(Meaning.KEY).sql(") = connection_id()"));
    }
    return all;
  }

  // A lock is counted: a second one by the same session would need a second unlock.
  private Statement lock() {
    return new SqlWriter(grammar)
        .sql("select if(is_used_lock(")
        .bind(Meaning.KEY)
        .sql(") = connection_id(), 0, coalesce(get_lock(")
        .bind(Meaning.KEY)
        .sql(", 0), 0))")
        .toStatement("advisory/lock");
  }

  private Statement unlock() {
    return new SqlWriter(grammar)
        .sql("select coalesce(release_lock(")
        .bind(Meaning.KEY)
        .sql("), 0)")
        .toStatement("advisory/unlock");
  }

  // concat_ws() leaves a null out (B97). A lock's name is kept in three bytes a character: MySQL
  // refuses one with a character of four (3057), and the row would fail every claim.
  private String key() {
    TableName table = spec.table();
    String database = table.schema().isEmpty() ? "database()" : MySqlGuard.literal(table.schema());
    String name =
        "convert(concat_ws('', lower(%s), '.', %s) using utf8mb4)"
            .formatted(
                database,
                AdvisorySql.parts(
                    grammar, spec, MySqlGuard::literal, UnaryOperator.identity(), ", "));
    return ("if(char_length(%1$s) <= 64 and length(convert(%1$s using utf8mb3)) = length(%1$s),"
            + " %1$s, sha2(%1$s, 256))")
        .formatted(name);
  }
}
