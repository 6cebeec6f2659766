package io.github.rowqueue.table;

import java.lang.annotation.Annotation;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.AnnotatedConstruct;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.util.Elements;
import org.jspecify.annotations.Nullable;

/**
 * What annotations say in source code. Code that does not compile says nothing; javac tells why, so
 * nothing is raised for it here.
 */
final class ElementAnnotations {

  private final Elements elements;

  ElementAnnotations(Elements elements) {
    this.elements = elements;
  }

  Optional<AnnotationMirror> find(
      AnnotatedConstruct annotated, Class<? extends Annotation> annotation) {
    return annotated.getAnnotationMirrors().stream()
        .filter(mirror -> typeOf(mirror).getQualifiedName().contentEquals(annotation.getName()))
        .map(AnnotationMirror.class::cast)
        .findFirst();
  }

  /** The text given to {@code name}, or its default; empty where neither is there. */
  String text(AnnotationMirror mirror, String name) {
    return value(mirror, name) instanceof String text ? text : "";
  }

  boolean flag(AnnotationMirror mirror, String name) {
    return Boolean.TRUE.equals(value(mirror, name));
  }

  /** The enum constant given to {@code name}, or its default. */
  String constant(AnnotationMirror mirror, String name) {
    return value(mirror, name) instanceof VariableElement constant
        ? constant.getSimpleName().toString()
        : "";
  }

  /**
   * Whether {@code annotated} carries anything named {@code Nullable} that reflection would see.
   */
  static boolean hasNullable(AnnotatedConstruct annotated) {
    return annotated.getAnnotationMirrors().stream()
        .map(ElementAnnotations::typeOf)
        .anyMatch(type -> type.getSimpleName().contentEquals("Nullable") && isKept(type));
  }

  private static boolean isKept(TypeElement annotation) {
    @Nullable Retention retention = annotation.getAnnotation(Retention.class);
    return retention != null && retention.value() == RetentionPolicy.RUNTIME;
  }

  private @Nullable Object value(AnnotationMirror mirror, String name) {
    for (Map.Entry<? extends ExecutableElement, ? extends AnnotationValue> given :
        elements.getElementValuesWithDefaults(mirror).entrySet()) {
      if (given.getKey().getSimpleName().contentEquals(name)) {
        return given.getValue().getValue();
      }
    }
    return null;
  }

  private static TypeElement typeOf(AnnotationMirror mirror) {
    return (TypeElement) mirror.getAnnotationType().asElement();
  }
}
