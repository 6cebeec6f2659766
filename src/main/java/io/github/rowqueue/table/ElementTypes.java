package io.github.rowqueue.table;

import io.github.rowqueue.table.TypeTree.Kind;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;
import javax.lang.model.type.WildcardType;
import javax.lang.model.util.Elements;
import org.jspecify.annotations.Nullable;

/** Types as the compiler shows them, named as {@link GenericTypes} names them. */
final class ElementTypes {

  private static final String OBJECT = "java.lang.Object";

  private final Elements elements;

  ElementTypes(Elements elements) {
    this.elements = elements;
  }

  TypeTree tree(TypeMirror type) {
    if (type.getKind().isPrimitive()) {
      return TypeTree.plain(Kind.PRIMITIVE, type.getKind().name().toLowerCase(Locale.ROOT));
    }
    if (type instanceof ArrayType array) {
      return TypeTree.array(tree(array.getComponentType()));
    }
    if (type instanceof DeclaredType declared) {
      return ofDeclared(declared);
    }
    if (type instanceof WildcardType wildcard) {
      return ofWildcard(wildcard);
    }
    return TypeTree.plain(
        Kind.VARIABLE,
        type instanceof TypeVariable variable
            ? variable.asElement().getSimpleName().toString()
            : type.toString());
  }

  /** Whether every class that {@code type} names is there; another processor may yet write it. */
  static boolean isKnown(TypeMirror type) {
    if (type instanceof ArrayType array) {
      return isKnown(array.getComponentType());
    }
    if (type instanceof WildcardType wildcard) {
      return Stream.of(
              Optional.ofNullable(wildcard.getExtendsBound()),
              Optional.ofNullable(wildcard.getSuperBound()))
          .flatMap(Optional::stream)
          .allMatch(ElementTypes::isKnown);
    }
    return type.getKind() != TypeKind.ERROR
        && !(type instanceof DeclaredType declared
            && !declared.getTypeArguments().stream().allMatch(ElementTypes::isKnown));
  }

  private TypeTree ofDeclared(DeclaredType type) {
    TypeElement element = (TypeElement) type.asElement();
    String binaryName = elements.getBinaryName(element).toString();
    @Nullable TypeTree outer =
        type.getEnclosingType() instanceof DeclaredType enclosing ? ofDeclared(enclosing) : null;
    List<TypeTree> arguments = type.getTypeArguments().stream().map(this::tree).toList();
    // The class around it shows its arguments in front, where it has any.
    boolean genericOuter = outer != null && outer.kind() == Kind.GENERIC;
    if (arguments.isEmpty() && !genericOuter) {
      return TypeTree.plain(
          element.getKind() == ElementKind.ENUM ? Kind.ENUM : Kind.CLASS, binaryName);
    }
    return TypeTree.generic(
        outer != null && genericOuter ? outer.name() + "$" + element.getSimpleName() : binaryName,
        arguments);
  }

  private TypeTree ofWildcard(WildcardType type) {
    TypeTree object = TypeTree.plain(Kind.CLASS, OBJECT);
    @Nullable TypeMirror lower = type.getSuperBound();
    if (lower != null) {
      return TypeTree.wildcard("? super " + tree(lower).name(), object);
    }
    @Nullable TypeMirror upper = type.getExtendsBound();
    TypeTree bound = upper == null ? object : tree(upper);
    return TypeTree.wildcard(
        bound.name().equals(OBJECT) ? "?" : "? extends " + bound.name(), bound);
  }
}
