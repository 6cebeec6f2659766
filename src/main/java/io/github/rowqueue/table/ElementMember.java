package io.github.rowqueue.table;

import java.lang.annotation.Annotation;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import javax.lang.model.AnnotatedConstruct;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import org.jspecify.annotations.Nullable;

/**
 * One component of a record or one field of a class, as the compiler shows it.
 *
 * @param field the field, which carries the annotations in a record too
 * @param accessor a record's accessor
 * @param types reads the field's type
 * @param annotations reads its annotations
 */
record ElementMember(
    VariableElement field,
    @Nullable ExecutableElement accessor,
    ElementTypes types,
    ElementAnnotations annotations)
    implements Described {

  /** The class that declares the field. */
  TypeElement declaring() {
    return (TypeElement) Objects.requireNonNull(field.getEnclosingElement(), "declaring");
  }

  @Override
  public String name() {
    return field.getSimpleName().toString();
  }

  @Override
  public boolean isComponent() {
    return accessor != null;
  }

  @Override
  public TypeTree type() {
    return types.tree(field.asType());
  }

  @Override
  public boolean typeIsRecord() {
    return typeElement().filter(type -> type.getKind() == ElementKind.RECORD).isPresent();
  }

  @Override
  public boolean typeIsTable() {
    return typeElement().flatMap(type -> annotations.find(type, QueueTable.class)).isPresent();
  }

  /** The class or interface that is its type; empty for a primitive, an array or a variable. */
  Optional<TypeElement> typeElement() {
    return field.asType() instanceof DeclaredType declared
        ? Optional.of((TypeElement) declared.asElement())
        : Optional.empty();
  }

  @Override
  public boolean isTransient() {
    return field.getModifiers().contains(Modifier.TRANSIENT);
  }

  @Override
  public boolean isFinal() {
    return field.getModifiers().contains(Modifier.FINAL);
  }

  @Override
  public boolean isNullable() {
    return hasNullable(field, field.asType())
        || (accessor != null && hasNullable(accessor, accessor.getReturnType()));
  }

  @Override
  public boolean has(Class<? extends Annotation> annotation) {
    return annotations.find(field, annotation).isPresent();
  }

  @Override
  public Optional<String> columnName() {
    return annotations.find(field, Column.class).map(column -> annotations.text(column, "value"));
  }

  @Override
  public boolean isFifo() {
    return isFifo(Group.class) || isFifo(PartitionKey.class);
  }

  private boolean isFifo(Class<? extends Annotation> annotation) {
    return annotations
        .find(field, annotation)
        .filter(role -> annotations.flag(role, "fifo"))
        .isPresent();
  }

  @Override
  public HeadFailure onHeadFailure() {
    String constant =
        annotations
            .find(field, PartitionKey.class)
            .map(key -> annotations.constant(key, "onHeadFailure"))
            .orElse("");
    return Stream.of(HeadFailure.values())
        .filter(one -> one.name().equals(constant))
        .findFirst()
        .orElse(HeadFailure.BLOCK);
  }

  private static boolean hasNullable(AnnotatedConstruct declaration, AnnotatedConstruct type) {
    return ElementAnnotations.hasNullable(declaration) || ElementAnnotations.hasNullable(type);
  }
}
