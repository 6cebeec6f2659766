package io.github.rowqueue.internal.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.servers.OnDatabase;
import io.github.rowqueue.table.TableName;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Test;

@OnDatabase(DatabaseKind.H2)
class H2ProbeTest extends ProbeContract {

  H2ProbeTest() {
    super(DatabaseKind.H2);
  }

  @Override
  Map<String, String> ids() {
    return Map.of(
        "bigint", "9007199254740993",
        "numeric(20)", "18446744073709551615",
        "varchar(64)", "'a ü'",
        "char(36)", "'short'",
        "binary(16)", "x'123456789abc4def8123456789abcdef'",
        "uuid", "'12345678-9abc-4def-8123-456789abcdef'");
  }

  @Test
  void times_keep_their_storage_and_digits() throws SQLException {
    test()
        .execute(
            "create table \"times\" (a timestamp with time zone, b timestamp(9), c timestamp(0), d bigint)");

    assertThat(column("times", "A").times()).hasValue(TimeStorage.OFFSET);
    assertThat(column("times", "A").digits()).isEqualTo(6);
    assertThat(column("times", "B").times()).hasValue(TimeStorage.LOCAL);
    assertThat(column("times", "B").digits()).isEqualTo(6);
    assertThat(column("times", "C").digits()).isZero();
    assertThat(column("times", "D").times()).hasValue(TimeStorage.MILLIS);
  }

  @Test
  void types_of_h2_have_their_families() throws SQLException {
    test()
        .execute(
            "create table \"types\" (id bigint generated always as identity, u uuid, j json, c clob, b blob,"
                + " e enum('A'), f boolean, g int generated always as (1))");

    assertThat(column("types", "ID").generated()).isTrue();
    assertThat(column("types", "U").family()).isEqualTo(TypeFamily.UUID);
    assertThat(column("types", "J").family()).isEqualTo(TypeFamily.JSON);
    assertThat(column("types", "C").family()).isEqualTo(TypeFamily.TEXT);
    assertThat(column("types", "B").family()).isEqualTo(TypeFamily.BINARY);
    assertThat(column("types", "E").family()).isEqualTo(TypeFamily.TEXT);
    assertThat(column("types", "F").family()).isEqualTo(TypeFamily.BOOLEAN);
    assertThat(column("types", "G").generated()).isTrue();
  }

  @Test
  void a_table_created_without_quotes_is_told() throws SQLException {
    test().execute("create table email_jobs (id int)");

    assertThat(probe("", "email_jobs")).isEmpty();
    try (Connection connection = test().dataSource().getConnection()) {
      assertThat(DatabaseProbe.otherCase(connection, new TableName("", "email_jobs")))
          .hasValue("EMAIL_JOBS");
    }
  }
}
