package io.github.rowqueue.internal.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowqueue.dialect.Dialects;
import io.github.rowqueue.error.PublishException;
import io.github.rowqueue.internal.jdbc.IndexInfo;
import io.github.rowqueue.internal.jdbc.TableInfo;
import io.github.rowqueue.publish.PublishOptions;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.Generated;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.QueueTable;
import io.github.rowqueue.table.Table;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which columns may tell whether a row is there already. */
class UniqueKeyTest {

  private static final Table<Job> TABLE = Table.of(Job.class);

  @QueueTable(value = "jobs", schema = "app")
  record Job(@Id @Generated long id, String orderNo, @Nullable String region) {}

  @Test
  void a_key_is_named_by_columns_or_components_in_any_order() {
    IndexInfo index = index("once", true, null, "order_no", "region");
    UniqueKey key = key(index, "region", "orderNo");
    assertThat(key.columns()).extracting(ColumnSpec::name).containsExactly("region", "order_no");
    assertThat(key.indexes()).containsExactly("once");
  }

  @Test
  void an_unknown_column_is_refused() {
    assertThatThrownBy(() -> key(index("once", true, null, "order_no"), "number"))
        .isInstanceOf(PublishException.class)
        .hasMessage(
            "table app.jobs (record Job): number is no column of the description, only id, order_no,"
                + " region: name one, or the component it comes from");
  }

  @Test
  void without_a_unique_index_over_exactly_the_columns_it_is_refused_with_the_ddl() {
    String problem =
        "table app.jobs (record Job): no unique index lies over exactly order_no, region, so that"
            + " nothing keeps two publishers from writing the row twice: create it and get the"
            + " publisher anew\n"
            + "create unique index \"jobs_order_no_region\" on \"app\".\"jobs\" (\"order_no\","
            + " \"region\");";
    for (IndexInfo other :
        List.of(
            index("plain", false, null, "order_no", "region"),
            index("partial", true, "region is not null", "order_no", "region"),
            index("wider", true, null, "order_no", "region", "id"),
            index("narrower", true, null, "order_no"))) {
      assertThatThrownBy(() -> key(other, "orderNo", "region"))
          .as(other.name())
          .isInstanceOf(PublishException.class)
          .hasMessage(problem);
    }
  }

  @Test
  void a_row_without_a_value_there_is_refused() {
    UniqueKey region = key(index("once", true, null, "region"), "region");
    assertThatThrownBy(() -> region.require(row(new Job(0, "a", null))))
        .isInstanceOf(PublishException.class)
        .hasMessage(
            "table app.jobs (record Job): column region tells whether the row is there already, but"
                + " is null, and no null equals another, nothing is published: set it");
    UniqueKey id = key(index("pk", true, null, "id"), "id");
    assertThatThrownBy(() -> id.require(row(new Job(0, "a", null))))
        .isInstanceOf(PublishException.class)
        .hasMessage(
            "table app.jobs (record Job): column id tells whether the row is there already, but is"
                + " left to the database, nothing is published: set it by an option, or describe it"
                + " without @Generated");
  }

  private static NewRow row(Job job) {
    return NewRow.of(TABLE, job, PublishOptions.NONE, Instant.EPOCH);
  }

  private static UniqueKey key(IndexInfo index, String... names) {
    TableInfo info = new TableInfo(TABLE.spec().table(), List.of(), List.of(index), false, false);
    return UniqueKey.of(TABLE.spec(), info, Dialects.postgresql(), List.of(names));
  }

  private static IndexInfo index(
      String name, boolean unique, @Nullable String predicate, String... columns) {
    return new IndexInfo(name, unique, List.of(columns), predicate, true);
  }
}
