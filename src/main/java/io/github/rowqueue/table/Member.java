package io.github.rowqueue.table;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One component of a record or one field of a class, as reflection shows it.
 *
 * @param field the field, which carries the annotations in a record too
 * @param accessor a record's accessor
 */
record Member(Field field, @Nullable Method accessor) implements Described {

  /** Everything of {@code rowClass} that may be a column; a superclass's fields come first. */
  static List<Member> of(Class<?> rowClass) {
    if (rowClass.isRecord()) {
      return Arrays.stream(rowClass.getRecordComponents())
          .map(component -> ofComponent(rowClass, component))
          .toList();
    }
    List<Member> members = new ArrayList<>();
    for (Class<?> declaring = rowClass; declaring != null; declaring = declaring.getSuperclass()) {
      members.addAll(0, fields(declaring));
    }
    return members;
  }

  private static Member ofComponent(Class<?> rowClass, RecordComponent component) {
    try {
      return new Member(rowClass.getDeclaredField(component.getName()), component.getAccessor());
    } catch (NoSuchFieldException impossible) {
      throw new AssertionError("a record without the field of its component", impossible);
    }
  }

  private static List<Member> fields(Class<?> declaring) {
    return Arrays.stream(declaring.getDeclaredFields())
        .filter(field -> !Modifier.isStatic(field.getModifiers()) && !field.isSynthetic())
        .map(field -> new Member(field, null))
        .toList();
  }

  /** Its class. */
  Class<?> rawType() {
    return field.getType();
  }

  @Override
  public String name() {
    return field.getName();
  }

  @Override
  public boolean isComponent() {
    return accessor != null;
  }

  @Override
  public TypeTree type() {
    return GenericTypes.tree(field.getGenericType());
  }

  @Override
  public boolean typeIsRecord() {
    return rawType().isRecord();
  }

  @Override
  public boolean typeIsTable() {
    return rawType().isAnnotationPresent(QueueTable.class);
  }

  @Override
  public boolean isTransient() {
    return Modifier.isTransient(field.getModifiers());
  }

  @Override
  public boolean isFinal() {
    return Modifier.isFinal(field.getModifiers());
  }

  @Override
  public boolean isNullable() {
    Stream<AnnotatedElement> ofField = Stream.of(field, field.getAnnotatedType());
    Stream<AnnotatedElement> ofAccessor =
        accessor == null ? Stream.empty() : Stream.of(accessor, accessor.getAnnotatedReturnType());
    return Stream.concat(ofField, ofAccessor)
        .flatMap(element -> Arrays.stream(element.getAnnotations()))
        .anyMatch(annotation -> annotation.annotationType().getSimpleName().equals("Nullable"));
  }

  @Override
  public boolean has(Class<? extends Annotation> annotation) {
    return field.isAnnotationPresent(annotation);
  }

  @Override
  public Optional<String> columnName() {
    return Optional.ofNullable(field.getAnnotation(Column.class)).map(Column::value);
  }

  @Override
  public boolean isFifo() {
    @Nullable Group group = field.getAnnotation(Group.class);
    @Nullable PartitionKey key = field.getAnnotation(PartitionKey.class);
    return (group != null && group.fifo()) || (key != null && key.fifo());
  }

  @Override
  public HeadFailure onHeadFailure() {
    @Nullable PartitionKey key = field.getAnnotation(PartitionKey.class);
    return key == null ? HeadFailure.BLOCK : key.onHeadFailure();
  }

  /** How messages name it, as {@link ColumnDraft#element()} does. */
  String element() {
    return (isComponent() ? "component " : "field ") + name();
  }
}
