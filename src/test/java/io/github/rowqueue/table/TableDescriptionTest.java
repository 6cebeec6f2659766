package io.github.rowqueue.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.table.DescribedTables.CrmHeaders;
import io.github.rowqueue.table.DescribedTables.CustomerChange;
import io.github.rowqueue.table.DescribedTables.EveryRole;
import io.github.rowqueue.table.DescribedTables.JsonKinds;
import io.github.rowqueue.table.DescribedTables.Keyed;
import io.github.rowqueue.table.DescribedTables.Plain;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TableDescriptionTest {

  @Test
  @DisplayName("B14: a record with every role and the builder give equal descriptions")
  void a_record_and_a_builder_give_equal_descriptions() {
    TableSpec spec = Table.of(EveryRole.class).spec();
    assertThat(spec)
        .isEqualTo(DescribedTables.everyRoleByHand())
        .hasSameHashCodeAs(DescribedTables.everyRoleByHand());
    assertThat(spec.columns()).extracting(ColumnSpec::roleOrNull).startsWith(Role.values());
    assertThat(spec.describedBy()).isEqualTo("record EveryRole");
  }

  @Test
  @DisplayName("B14, B85: a lock key names components in a record and columns by hand")
  void a_lock_key_ends_up_naming_columns() {
    assertThat(Table.of(Keyed.class).spec()).isEqualTo(DescribedTables.keyedByHand());
    assertThat(Table.of(Keyed.class).spec().lockKey()).isEqualTo("accounts-{from_account}");
  }

  @Test
  void a_class_and_a_builder_give_equal_descriptions() {
    assertThat(Table.of(Plain.class).spec()).isEqualTo(DescribedTables.plainByHand());
  }

  @Test
  @DisplayName("B7, B190: a message and its headers record describe one table, as by hand")
  void a_message_and_its_headers_record_describe_one_table() {
    TableSpec spec = Table.of(CustomerChange.class).spec();
    assertThat(spec)
        .isEqualTo(DescribedTables.customerChangeByHand())
        .hasSameHashCodeAs(DescribedTables.customerChangeByHand());
    assertThat(spec.describedBy()).isEqualTo("record CustomerChange");
    assertThat(spec.headerColumns())
        .extracting(ColumnSpec::name)
        .containsExactly("source", "version", "Changed at");
    assertThat(Table.of(CrmHeaders.class).spec().headerColumns()).isEmpty();
  }

  @Test
  @DisplayName("B8: what is not a column is not in the description")
  void what_is_left_out_is_no_column() {
    assertThat(Table.of(EveryRole.class).spec().columns())
        .extracting(ColumnSpec::name)
        .doesNotContain("notes");
    assertThat(Table.of(Plain.class).spec().columns())
        .extracting(ColumnSpec::name)
        .doesNotContain("note", "cached", "ignored");
  }

  @Test
  void a_column_is_nullable_as_its_role_says_or_as_it_is_annotated() {
    assertThat(Table.of(EveryRole.class).spec().columns())
        .filteredOn(ColumnSpec::nullable)
        .extracting(ColumnSpec::name)
        .containsExactly("account", "locked_until", "done_at", "headers", "last_error", "item");
  }

  @Test
  void json_may_have_the_type_arguments_it_does_not_need() {
    assertThat(Table.of(JsonKinds.class).spec().columns())
        .filteredOn(ColumnSpec::json)
        .extracting(ColumnSpec::name)
        .isEqualTo(List.of("tags", "tree", "items", "anything"));
  }
}
