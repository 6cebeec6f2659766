package io.github.rowqueue.internal.form;

import io.github.rowqueue.dialect.Statement;
import io.github.rowqueue.dialect.Write;
import io.github.rowqueue.internal.jdbc.RowId;
import io.github.rowqueue.internal.jdbc.Session;
import io.github.rowqueue.internal.jdbc.TableBinding;
import io.github.rowqueue.internal.jdbc.Values;
import io.github.rowqueue.internal.jdbc.Values.Token;
import java.util.List;

/** Runs a lease table's {@link Write} in a transaction of its own. */
final class WriteRunner {

  private final TableBinding table;

  WriteRunner(TableBinding table) {
    this.table = table;
  }

  /** Runs a write of one row and says whether it changed the row; if not, nothing is committed. */
  boolean one(Session session, Write.Counted write, Values values) {
    if (write.statements().size() == 1) {
      return session.update(write.statements().get(0), table, values) > 0;
    }
    session.begin();
    int changed = 0;
    for (Statement statement : write.statements()) {
      changed = session.update(statement, table, values);
    }
    if (changed == 0) {
      session.rollback();
      return false;
    }
    session.commit();
    return true;
  }

  /**
   * Runs a write of several rows and returns the ids of those it changed. The others are locked or
   * lost.
   */
  List<RowId> all(Session session, Write write, Values values) {
    if (write instanceof Write.Returning returning) {
      return session.ids(returning.statement(), table, values);
    }
    if (write instanceof Write.LockThenWrite steps) {
      return lockThenWrite(session, steps, values);
    }
    throw new IllegalStateException(write.name() + " is a write of one row");
  }

  private List<RowId> lockThenWrite(Session session, Write.LockThenWrite steps, Values values) {
    session.begin();
    // A statement may be asked for more tokens than there are, the last one again (BatchSize), and
    // one that is a union then finds its row as often.
    List<RowId> found = session.ids(steps.lock(), table, values).stream().distinct().toList();
    if (found.isEmpty()) {
      session.rollback();
      return List.of();
    }
    values.rows(found.stream().map(Token::of).toList());
    for (Statement write : steps.writes()) {
      int unused = session.update(write, table, values);
    }
    session.commit();
    return found;
  }
}
