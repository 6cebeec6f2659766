package io.github.rowqueue.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.HeadFailure;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** That a database takes the statements of its dialect, and those that create and mend tables. */
abstract class PreparedStatementsTest extends StatementsFixture {

  PreparedStatementsTest(Dialect dialect) {
    super(dialect);
  }

  @Test
  void every_statement_of_the_reference_table_prepares_on_the_tables_of_its_ddl()
      throws SQLException {
    create(ReferenceTables.lease());
    prepareAll(ReferenceTables.lease());
    prepareAll(Catalogue.fifo(dialect, ReferenceTables.fifoLease(), 3));
    prepareAll(ReferenceTables.advisory());
    prepareAll(ReferenceTables.databaseClockAdvisory());
    if (!dialect.singleWriter()) {
      prepareAll(Catalogue.fifo(dialect, ReferenceTables.fifoRowLock(), 3));
      prepareAll(ReferenceTables.rowLock());
      prepareAll(ReferenceTables.databaseClock());
    }
  }

  @Test
  void every_statement_of_lanes_prepares_on_the_tables_of_its_ddl() throws SQLException {
    create(ReferenceTables.keysLease(HeadFailure.SKIP));
    for (HeadFailure failure : HeadFailure.values()) {
      prepareAll(Catalogue.lanes(dialect, ReferenceTables.keysLease(failure), 3));
    }
    prepareAll(Catalogue.lanes(dialect, ReferenceTables.fifoLease(), 3));
    if (!dialect.singleWriter()) {
      prepareAll(Catalogue.lanes(dialect, ReferenceTables.keysRowLock(), 3));
      prepareAll(Catalogue.lanes(dialect, ReferenceTables.fifoRowLock(), 3));
    }
    run("drop table " + dialect.quote("jobs_dead"));
    create(ReferenceTables.minimalKeysLease());
    prepareAll(Catalogue.lanes(dialect, ReferenceTables.minimalKeysLease(), 3));
  }

  @Test
  void every_statement_of_the_minimal_table_prepares_on_the_tables_of_its_ddl()
      throws SQLException {
    create(ReferenceTables.minimalLease());
    prepareAll(ReferenceTables.minimalLease());
    prepareAll(ReferenceTables.minimalAdvisory());
    if (!dialect.singleWriter()) {
      prepareAll(ReferenceTables.minimalRowLock());
    }
  }

  @Test
  void odd_names_survive() throws SQLException {
    TableSpec odd = ReferenceTables.oddLease();
    for (String statement : createSchema(odd.table().schema())) {
      run(statement);
    }
    create(odd);
    prepareAll(odd);
    for (String statement : dialect.ddl(ReferenceTables.oddFifoLease())) {
      run(statement);
    }
    prepareAll(Catalogue.fifo(dialect, ReferenceTables.oddFifoLease(), 3));
    prepareAll(ReferenceTables.oddAdvisory());
    if (!dialect.singleWriter()) {
      prepareAll(ReferenceTables.oddRowLock());
      prepareAll(Catalogue.fifo(dialect, ReferenceTables.oddFifoRowLock(), 3));
    }
  }

  @Test
  void the_server_is_served_and_tells_its_time() throws SQLException {
    String version = new StatementRun().ids(connection, dialect.serverVersion()).get(0).toString();
    dialect.requireServer(connection.getMetaData().getDatabaseProductName(), version);
    Object micros = new StatementRun().ids(connection, dialect.serverTime()).get(0);
    assertThat(micros).isInstanceOf(Long.class);
    assertThat((Long) micros / 1000)
        .isBetween(System.currentTimeMillis() - 5000, System.currentTimeMillis() + 5000);
  }

  @Test
  void a_column_that_is_missing_can_be_added_and_made_not_null() throws SQLException {
    TableSpec spec = ReferenceTables.lease();
    run("create table %s (%s integer)".formatted(dialect.quote("jobs"), dialect.quote("x")));
    for (ColumnSpec column : spec.columns()) {
      boolean key = column.plays(Role.ID) && dialect.singleWriter();
      if (!key && !column.plays(Role.GROUP) && !column.plays(Role.PAYLOAD)) {
        run(dialect.fixDdl(spec, column, false));
      }
    }
    String notNull = dialect.fixDdl(spec, spec.column(Role.PRIORITY).orElseThrow(), true);
    if (dialect.singleWriter()) {
      assertThat(notNull)
          .isEqualTo(
              "-- SQLite cannot make `jobs`.`priority` NOT NULL in place: create the table anew and"
                  + " copy its rows");
    } else {
      run(notNull);
    }
  }

  private void prepareAll(TableSpec spec) throws SQLException {
    for (int many : List.of(1, 3)) {
      prepareAll(Catalogue.of(dialect, spec, many));
    }
  }

  private void prepareAll(List<Statement> statements) throws SQLException {
    for (Statement statement : statements) {
      try (PreparedStatement prepared = connection.prepareStatement(statement.sql())) {
        // Asking for the parameters makes the drivers that put it off send the text to the server.
        assertThat(prepared.getParameterMetaData().getParameterCount())
            .as(statement.name())
            .isEqualTo(statement.params().size());
      } catch (SQLException e) {
        throw new AssertionError(
            statement.name() + ": " + e.getMessage() + "\n" + statement.sql(), e);
      }
    }
  }
}
