package io.github.rowqueue.table;

import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/** The source text of a {@link RowCompanion}. */
final class CompanionSource {

  private static final String TEXT =
      """
      /** Builds rows of {@code {row}} and takes them apart. Generated from its annotations. */
      @SuppressWarnings({
        "all", "cast", "deprecation", "exports", "rawtypes", "removal", "unchecked", "NullAway"
      })
      public final class {class} implements io.github.rowqueue.table.RowCompanion<{row}> {

        /** Called by Rowqueue. */
        public {class}() {}

        @Override
        public int format() {
          return {format};
        }

        @Override
        public Class<{row}> rowClass() {
          return {row}.class;
        }

        @Override
        public String members() {
          return "{members}";
        }

        @Override
        public {row} build(Object[] values) throws Throwable {
          {build}
        }

        @Override
        public Object value({row} row, int index) {
          return switch (index) {
            {values}
            default -> throw new IndexOutOfBoundsException(index);
          };
        }
      }
      """;

  private final Elements elements;
  private final Types types;

  CompanionSource(Elements elements, Types types) {
    this.elements = elements;
    this.types = types;
  }

  /** The source of the companion {@code name}, which stands in the package of {@code rowClass}. */
  String of(TypeElement rowClass, String name, List<ElementMember> members, TableDraft draft) {
    String inPackage = elements.getPackageOf(rowClass).getQualifiedName().toString();
    boolean isRecord = members.stream().allMatch(ElementMember::isComponent);
    String text =
        TEXT.replace("{build}", isRecord ? constructed(members) : filled(members, draft))
            .replace("{values}", values(members, draft))
            .replace("{format}", Integer.toString(RowCompanion.FORMAT))
            .replace("{class}", name.substring(name.lastIndexOf('.') + 1))
            .replace("{row}", rowClass.getQualifiedName())
            // Last, as it may hold any of the words above.
            .replace("{members}", elementsText(draft));
    return inPackage.isEmpty() ? text : "package %s;%n%n%s".formatted(inPackage, text);
  }

  private String constructed(List<ElementMember> members) {
    return IntStream.range(0, members.size())
        .mapToObj(i -> "\n        " + given(members.get(i), i))
        .collect(Collectors.joining(",", "return new {row}(", ");"));
  }

  private String filled(List<ElementMember> members, TableDraft draft) {
    return "{row} row = new {row}();\n    "
        + lines(
            draft,
            "\n    ",
            i -> "%s = %s;".formatted(field(members.get(i)), given(members.get(i), i)))
        + "\n    return row;";
  }

  private String values(List<ElementMember> members, TableDraft draft) {
    return lines(
        draft,
        "\n      ",
        i ->
            "case %d -> %s;"
                .formatted(
                    i,
                    members.get(i).isComponent()
                        ? "row.%s()".formatted(members.get(i).name())
                        : field(members.get(i))));
  }

  private static String lines(TableDraft draft, String between, IntFunction<String> line) {
    return IntStream.range(0, draft.columns().size())
        .filter(i -> draft.columns().get(i).hasColumn())
        .mapToObj(line)
        .collect(Collectors.joining(between));
  }

  private String given(ElementMember member, int index) {
    return "(%s) values[%d]".formatted(erased(member.field().asType()), index);
  }

  // A subclass may hide a field: the cast reaches the one that was declared here.
  private static String field(ElementMember member) {
    return "((%s) row).%s".formatted(member.declaring().getQualifiedName(), member.name());
  }

  /** By hand, since the compiler's text of a type shows its annotations. */
  private String erased(TypeMirror type) {
    TypeMirror erased = types.erasure(type);
    if (erased instanceof ArrayType array) {
      return erased(array.getComponentType()) + "[]";
    }
    return erased instanceof DeclaredType declared
        ? ((TypeElement) declared.asElement()).getQualifiedName().toString()
        : erased.getKind().name().toLowerCase(Locale.ROOT);
  }

  private String elementsText(TableDraft draft) {
    return CompanionFormat.members(draft).replace("\\", "\\\\").replace("\"", "\\\"");
  }
}
