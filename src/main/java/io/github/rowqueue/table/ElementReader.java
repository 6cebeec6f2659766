package io.github.rowqueue.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.NestingKind;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import org.jspecify.annotations.Nullable;

/** Reads an annotated class into a draft, in javac. {@link TableSpecReader} does it at run time. */
final class ElementReader {

  private final ElementTypes types;
  private final ElementAnnotations annotations;

  ElementReader(Elements elements) {
    this.types = new ElementTypes(elements);
    this.annotations = new ElementAnnotations(elements);
  }

  TableDraft read(TypeElement rowClass, List<ElementMember> members) {
    return read(
        rowClass,
        members,
        headersIn(rowClass, members)
            .flatMap(ElementMember::typeElement)
            .map(headers -> read(headers, members(headers), null))
            .orElse(null));
  }

  /** The first of {@code members} that holds a headers record. */
  Optional<ElementMember> headersIn(TypeElement rowClass, List<ElementMember> members) {
    boolean annotated = isTable(rowClass);
    return members.stream()
        .filter(member -> DraftColumns.of(member, annotated).is(Mark.LAYOUT))
        .findFirst();
  }

  /** Whether {@code rowClass} is annotated. */
  boolean isTable(TypeElement rowClass) {
    return annotations.find(rowClass, QueueTable.class).isPresent();
  }

  private TableDraft read(
      TypeElement rowClass, List<ElementMember> members, @Nullable TableDraft headersOrNull) {
    Optional<AnnotationMirror> table = annotations.find(rowClass, QueueTable.class);
    ClassShape shape = shape(rowClass);
    return new TableDraft(
        shape.describe(),
        false,
        shape.faults(headersIn(rowClass, members).isPresent()),
        new TableName(said(table, "schema"), said(table, "value")),
        said(table, "lockKey"),
        constant(table, "clock", QueueClock.HOST),
        new Opening(
            constant(table, "isolation", Isolation.DEFAULT),
            constant(table, "sqliteMode", SqliteMode.DEFAULT)),
        members.stream().map(member -> DraftColumns.of(member, table.isPresent())).toList(),
        headersOrNull);
  }

  /** Everything of {@code rowClass} that may be a column; a superclass's fields come first. */
  List<ElementMember> members(TypeElement rowClass) {
    ClassShape shape = shape(rowClass);
    if (!shape.hasNamedFields()) {
      return List.of();
    }
    if (shape.isRecord()) {
      Map<String, VariableElement> fields =
          ElementFilter.fieldsIn(rowClass.getEnclosedElements()).stream()
              .filter(field -> !field.getModifiers().contains(Modifier.STATIC))
              .collect(
                  Collectors.toMap(field -> field.getSimpleName().toString(), Function.identity()));
      return rowClass.getRecordComponents().stream()
          .flatMap(component -> component(component, fields))
          .toList();
    }
    List<ElementMember> members = new ArrayList<>();
    for (@Nullable TypeElement at = rowClass; at != null; at = superclass(at)) {
      members.addAll(0, fields(at));
    }
    return members;
  }

  private Stream<ElementMember> component(
      RecordComponentElement component, Map<String, VariableElement> fields) {
    @Nullable VariableElement field = fields.get(component.getSimpleName().toString());
    // A record that does not compile may lack it.
    return field == null
        ? Stream.empty()
        : Stream.of(new ElementMember(field, component.getAccessor(), types, annotations));
  }

  private List<ElementMember> fields(TypeElement declaring) {
    return ElementFilter.fieldsIn(declaring.getEnclosedElements()).stream()
        .filter(field -> !field.getModifiers().contains(Modifier.STATIC))
        .map(field -> new ElementMember(field, null, types, annotations))
        .toList();
  }

  private static @Nullable TypeElement superclass(TypeElement type) {
    return type.getSuperclass() instanceof DeclaredType declared
        ? (TypeElement) declared.asElement()
        : null;
  }

  private ClassShape shape(TypeElement rowClass) {
    String kind = kind(rowClass);
    boolean nested = rowClass.getNestingKind() != NestingKind.TOP_LEVEL;
    return new ClassShape(
        kind,
        rowClass.getSimpleName().toString(),
        annotations.find(rowClass, QueueTable.class).isPresent(),
        rowClass.getModifiers().contains(Modifier.ABSTRACT),
        nested && !kind.equals("record") && !rowClass.getModifiers().contains(Modifier.STATIC),
        ElementFilter.constructorsIn(rowClass.getEnclosedElements()).stream()
            .anyMatch(constructor -> constructor.getParameters().isEmpty()));
  }

  private static String kind(Element rowClass) {
    return switch (rowClass.getKind()) {
      case RECORD -> "record";
      case ENUM -> "enum";
      case INTERFACE -> "interface";
      case ANNOTATION_TYPE -> "annotation";
      default -> "class";
    };
  }

  private String said(Optional<AnnotationMirror> table, String name) {
    return table.map(mirror -> annotations.text(mirror, name)).orElse("");
  }

  /** The constant given to {@code name}; {@code unsaid} where the code does not compile. */
  private <E extends Enum<E>> E constant(Optional<AnnotationMirror> table, String name, E unsaid) {
    String said = table.map(mirror -> annotations.constant(mirror, name)).orElse("");
    return Stream.of(unsaid.getDeclaringClass().getEnumConstants())
        .filter(constant -> constant.name().equals(said))
        .findFirst()
        .orElse(unsaid);
  }
}
