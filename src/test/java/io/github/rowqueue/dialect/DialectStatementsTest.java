package io.github.rowqueue.dialect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.rowqueue.table.ClaimForm;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.HeadFailure;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What one dialect renders, held by files; one small class per dialect says which. */
abstract class DialectStatementsTest {

  private final Dialect dialect;

  DialectStatementsTest(Dialect dialect) {
    this.dialect = dialect;
  }

  @Test
  void every_statement_is_the_golden_file_of_its_name() {
    Map<String, String> files = new LinkedHashMap<>();
    for (Statement statement : Catalogue.server(dialect)) {
      add(files, "", statement);
    }
    for (Map.Entry<String, TableSpec> variant : variants().entrySet()) {
      for (Statement statement : Catalogue.of(dialect, variant.getValue(), 2)) {
        add(files, variant.getKey(), statement);
      }
    }
    Catalogue.stamped(dialect, ReferenceTables.lease())
        .forEach((way, insert) -> add(files, "stamped/" + way + "/", insert));
    for (Map.Entry<String, TableSpec> variant : fifo().entrySet()) {
      for (Statement statement : Catalogue.fifo(dialect, variant.getValue(), 2)) {
        if (!statement.name().endsWith("/claim-stamp")) {
          add(files, variant.getKey(), statement);
        }
      }
    }
    for (Map.Entry<String, TableSpec> variant : lanes().entrySet()) {
      for (Statement statement : Catalogue.lanes(dialect, variant.getValue(), 2)) {
        boolean known =
            statement.name().contains("/fifo-") || statement.name().endsWith("/claim-stamp");
        boolean parks = variant.getKey().endsWith("park/");
        if (known || (parks && !statement.name().endsWith("/keys-release"))) {
          continue;
        }
        add(files, variant.getKey(), statement);
      }
    }
    GoldenFiles.compare(Path.of("src/test/resources/statements", dialect.name()), files);
  }

  @Test
  void every_statement_has_as_many_placeholders_as_parameters() {
    for (TableSpec spec : variants().values()) {
      if (!spec.table().schema().isEmpty()) {
        continue; // has a question mark in a name
      }
      for (int many : List.of(1, 2, 7)) {
        for (Statement statement : Catalogue.of(dialect, spec, many)) {
          assertThat(statement.sql().chars().filter(c -> c == '?').count())
              .as(statement.name())
              .isEqualTo(statement.params().size());
        }
      }
    }
  }

  @Test
  void the_ddl_in_the_docs_is_the_ddl_of_the_reference_table() throws Exception {
    String text = String.join(";\n\n", dialect.ddl(ReferenceTables.lease())) + ";\n";
    Path path = Path.of("docs/ddl", dialect.name() + ".sql");
    if (Boolean.getBoolean("rowqueue.golden.write")) {
      Files.createDirectories(path.getParent());
      Files.writeString(path, text);
    }
    assertThat(Files.readString(path)).isEqualTo(text);
  }

  @Test
  void a_way_to_keep_a_time_that_the_database_lacks_is_refused() {
    TableSpec spec = ReferenceTables.lease();
    ColumnSpec due = spec.column(Role.RETRY_AFTER).orElseThrow();
    for (Stamp.Kind kind : Stamp.Kind.values()) {
      if (!Catalogue.kinds(dialect).contains(kind)) {
        Optional<Stamp> stamp = Optional.of(new Stamp(due, kind, 6));
        assertThatIllegalArgumentException()
            .isThrownBy(() -> dialect.insert(spec, List.of(), stamp))
            .withMessageContaining("keeps no time as %s (column retry_after)".formatted(kind));
      }
    }
  }

  @Test
  void a_row_that_may_carry_one_of_several_tokens_is_found_by_its_id_alone() {
    Statement ack =
        dialect.leaseWrite(ReferenceTables.minimalLease(), Event.ACK, 2).statements().get(0);
    String id = dialect.quote("id");
    String lease = expiry(dialect.quote("locked_until"));
    assertThat(ack.sql())
        .endsWith("where %s = ?\n  and (%s = ? or %s = ?)".formatted(id, lease, lease));
    assertThat(ack.params().toString()).isEqualTo("[ID[0], HELD_UNTIL[0], HELD_UNTIL[1]]");
  }

  /** The lease column in a comparison with a token. */
  String expiry(String column) {
    return column;
  }

  private Map<String, TableSpec> variants() {
    Map<String, TableSpec> variants = new LinkedHashMap<>();
    variants.put("", ReferenceTables.lease());
    variants.put("minimal/", ReferenceTables.minimalLease());
    variants.put("odd/", ReferenceTables.oddLease());
    variants.put("adv", ReferenceTables.advisory());
    variants.put("adv minimal/", ReferenceTables.minimalAdvisory());
    variants.put("adv odd/", ReferenceTables.oddAdvisory());
    variants.put("adv database-clock/", ReferenceTables.databaseClockAdvisory());
    if (!dialect.singleWriter()) {
      variants.put("row", ReferenceTables.rowLock());
      variants.put("row minimal/", ReferenceTables.minimalRowLock());
      variants.put("row odd/", ReferenceTables.oddRowLock());
      variants.put("row database-clock/", ReferenceTables.databaseClock());
    }
    return variants;
  }

  private Map<String, TableSpec> fifo() {
    Map<String, TableSpec> variants = new LinkedHashMap<>();
    variants.put("", ReferenceTables.fifoLease());
    variants.put("odd/", ReferenceTables.oddFifoLease());
    if (!dialect.singleWriter()) {
      variants.put("row", ReferenceTables.fifoRowLock());
      variants.put("row odd/", ReferenceTables.oddFifoRowLock());
    }
    return variants;
  }

  private Map<String, TableSpec> lanes() {
    Map<String, TableSpec> variants = new LinkedHashMap<>();
    variants.put("keys/", ReferenceTables.keysLease(HeadFailure.BLOCK));
    variants.put("keys/skip/", ReferenceTables.keysLease(HeadFailure.SKIP));
    variants.put("keys/park/", ReferenceTables.keysLease(HeadFailure.PARK));
    variants.put("keys/minimal/", ReferenceTables.minimalKeysLease());
    variants.put("keys/odd/", ReferenceTables.oddKeysLease());
    variants.put("groups/", ReferenceTables.fifoLease());
    variants.put("groups/odd/", ReferenceTables.oddFifoLease());
    if (!dialect.singleWriter()) {
      variants.put("row keys/", ReferenceTables.keysRowLock());
      variants.put("row groups/", ReferenceTables.fifoRowLock());
    }
    return variants;
  }

  private void add(Map<String, String> files, String variant, Statement statement) {
    String form =
        Stream.of(ClaimForm.values())
            .map(ClaimForm::path)
            .filter(path -> statement.name().contains("/" + path + "/"))
            .findFirst()
            .orElse("none");
    String folder = "/" + form + "/";
    String path =
        statement.name().replaceFirst(folder, folder + variant.replaceFirst("^(row|adv) ?", ""));
    files.put(path.substring(dialect.name().length() + 1) + ".sql", GoldenFiles.text(statement));
  }
}
