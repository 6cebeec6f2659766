package io.github.rowqueue.subscribe;

import io.github.rowqueue.dialect.NamedSql;
import java.util.List;
import java.util.Objects;

/** What a service does at an event: SQL, or code. */
public sealed interface OwnAction {

  /**
   * SQL, run in one transaction.
   *
   * @param statements one or more, in the order in which they run
   */
  record Sql(List<NamedSql> statements) implements OwnAction {
    /** Copies the list. */
    public Sql {
      statements = List.copyOf(statements);
    }
  }

  /**
   * Code that settles or extends.
   *
   * @param code the code
   */
  record Code(OwnCode code) implements OwnAction {
    /** Refuses missing code. */
    public Code {
      Objects.requireNonNull(code, "code");
    }
  }

  /**
   * Code that chooses rows.
   *
   * @param code the code
   */
  record Claim(OwnClaim code) implements OwnAction {
    /** Refuses missing code. */
    public Claim {
      Objects.requireNonNull(code, "code");
    }
  }

  /**
   * Code that reads messages.
   *
   * @param code the code
   */
  record Fetch(OwnFetch code) implements OwnAction {
    /** Refuses missing code. */
    public Fetch {
      Objects.requireNonNull(code, "code");
    }
  }
}
