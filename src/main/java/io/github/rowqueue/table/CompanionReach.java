package io.github.rowqueue.table;

import java.util.List;
import java.util.stream.IntStream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;
import org.jspecify.annotations.Nullable;

/**
 * Whether generated code, which stands in the package of the row class, can do without reflection
 * all that method handles do.
 */
final class CompanionReach {

  private final Elements elements;
  private final Types types;

  CompanionReach(Elements elements, Types types) {
    this.elements = elements;
    this.types = types;
  }

  boolean isWhole(TypeElement rowClass, List<ElementMember> members, TableDraft draft) {
    if (!isReached(rowClass, rowClass)) {
      return false;
    }
    return rowClass.getRecordComponents().isEmpty()
        ? canBeBuilt(rowClass) && fieldsAreReached(rowClass, members, draft)
        : members.stream().allMatch(member -> typeIsReached(member, rowClass));
  }

  private boolean fieldsAreReached(
      TypeElement rowClass, List<ElementMember> members, TableDraft draft) {
    return IntStream.range(0, members.size())
        .filter(i -> draft.columns().get(i).isRead())
        .mapToObj(members::get)
        .allMatch(member -> isReached(member.field(), rowClass) && typeIsReached(member, rowClass));
  }

  private boolean canBeBuilt(TypeElement rowClass) {
    return ElementFilter.constructorsIn(rowClass.getEnclosedElements()).stream()
        .filter(constructor -> constructor.getParameters().isEmpty())
        .map(ExecutableElement::getModifiers)
        .noneMatch(modifiers -> modifiers.contains(Modifier.PRIVATE));
  }

  private boolean typeIsReached(ElementMember member, TypeElement rowClass) {
    TypeMirror type = types.erasure(member.field().asType());
    while (type instanceof ArrayType array) {
      type = array.getComponentType();
    }
    return !(type instanceof DeclaredType declared) || isReached(declared.asElement(), rowClass);
  }

  /** Whether {@code element} and all classes around it are seen in the row class's package. */
  private boolean isReached(Element element, TypeElement rowClass) {
    boolean samePackage = elements.getPackageOf(element).equals(elements.getPackageOf(rowClass));
    @Nullable Element at = element;
    while (at != null && !(at instanceof PackageElement)) {
      boolean seen =
          samePackage
              ? !at.getModifiers().contains(Modifier.PRIVATE)
              : at.getModifiers().contains(Modifier.PUBLIC);
      if (!seen) {
        return false;
      }
      at = at.getEnclosingElement();
    }
    return true;
  }
}
