package io.github.rowqueue.table;

import io.github.rowqueue.error.TableSpecException;
import java.io.IOException;
import java.io.Writer;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.FilerException;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;
import javax.tools.Diagnostic;
import org.jspecify.annotations.Nullable;

/**
 * Refuses in javac what {@link Table#of(Class)} would refuse at start, by the same rules and in the
 * same words, and writes a {@link RowCompanion} beside each class that stands. Services reach it as
 * {@code io.github.rowqueue.processor.QueueTableProcessor}.
 */
final class TableProcessor extends AbstractProcessor {

  private Set<String> waiting = new LinkedHashSet<>();

  @Override
  public Set<String> getSupportedAnnotationTypes() {
    return Set.of("io.github.rowqueue.table.*");
  }

  @Override
  public SourceVersion getSupportedSourceVersion() {
    return SourceVersion.latest();
  }

  @Override
  public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
    Set<String> names = waiting;
    waiting = new LinkedHashSet<>();
    for (Element annotated : round.getElementsAnnotatedWith(QueueTable.class)) {
      if (annotated instanceof TypeElement rowClass) {
        names.add(rowClass.getQualifiedName().toString());
      }
    }
    for (Element annotated : round.getElementsAnnotatedWith(Headers.class)) {
      if (annotated.getEnclosingElement() instanceof TypeElement message) {
        names.add(message.getQualifiedName().toString());
      }
    }
    for (String name : names) {
      @Nullable TypeElement rowClass = elements().getTypeElement(name);
      if (rowClass != null) {
        processSafely(rowClass);
      }
    }
    return false;
  }

  private void processSafely(TypeElement rowClass) {
    try {
      process(rowClass);
    } catch (RuntimeException | IOException raised) {
      // Such as a class file that a superclass needs and the compiler does not find.
      print(
          Diagnostic.Kind.WARNING,
          "%s is not checked before start: %s".formatted(rowClass.getSimpleName(), raised),
          rowClass);
    }
  }

  private void process(TypeElement rowClass) throws IOException {
    ElementReader reader = new ElementReader(elements());
    List<ElementMember> members = reader.members(rowClass);
    Optional<ElementMember> headers = reader.headersIn(rowClass, members);
    boolean headersAreKnown =
        headers
            .flatMap(ElementMember::typeElement)
            .map(type -> isKnown(type, reader.members(type)))
            .orElse(true);
    if (!isKnown(rowClass, members) || !headersAreKnown) {
      // Another processor may write what is missing; else javac tells it.
      waiting.add(rowClass.getQualifiedName().toString());
      return;
    }
    if (reader.isTable(rowClass) || isMessage(rowClass, headers)) {
      check(rowClass, members, reader);
    }
  }

  private void check(TypeElement rowClass, List<ElementMember> members, ElementReader reader)
      throws IOException {
    TableDraft draft = reader.read(rowClass, members);
    List<TableProblem> problems = TableRules.problems(draft);
    for (TableProblem problem : problems) {
      print(
          Diagnostic.Kind.ERROR,
          TableSpecException.text(draft.describedBy(), List.of(problem.text())),
          place(problem, rowClass, members, draft));
    }
    if (problems.isEmpty()
        && new CompanionReach(elements(), types()).isWhole(rowClass, members, draft)) {
      write(rowClass, members, draft);
    }
  }

  /** A superclass that cannot be built itself may hold the headers record of its subclasses. */
  private static boolean isMessage(TypeElement rowClass, Optional<ElementMember> headers) {
    return headers.isPresent() && !rowClass.getModifiers().contains(Modifier.ABSTRACT);
  }

  private static boolean isKnown(TypeElement rowClass, List<ElementMember> members) {
    @Nullable TypeElement at = rowClass;
    while (at != null) {
      TypeMirror superclass = at.getSuperclass();
      if (!ElementTypes.isKnown(superclass)) {
        return false;
      }
      at = superclass instanceof DeclaredType known ? (TypeElement) known.asElement() : null;
    }
    return members.stream().allMatch(member -> ElementTypes.isKnown(member.field().asType()));
  }

  private void write(TypeElement rowClass, List<ElementMember> members, TableDraft draft)
      throws IOException {
    String name = CompanionFormat.className(elements().getBinaryName(rowClass).toString());
    String source = new CompanionSource(elements(), types()).of(rowClass, name, members, draft);
    try (Writer file = processingEnv.getFiler().createSourceFile(name, rowClass).openWriter()) {
      file.write(source);
    } catch (FilerException taken) {
      // Outer_Job and Outer.Job share one name: method handles serve the second.
    }
  }

  /** The member at fault; what a superclass declares is told at the row class. */
  private static Element place(
      TableProblem problem, TypeElement rowClass, List<ElementMember> members, TableDraft draft) {
    for (int i = 0; i < members.size(); i++) {
      boolean atFault = draft.columns().get(i).equals(problem.column());
      if (atFault && members.get(i).declaring().equals(rowClass)) {
        return members.get(i).field();
      }
    }
    return rowClass;
  }

  private void print(Diagnostic.Kind kind, String text, Element at) {
    processingEnv.getMessager().printMessage(kind, text, at);
  }

  private Elements elements() {
    return processingEnv.getElementUtils();
  }

  private Types types() {
    return processingEnv.getTypeUtils();
  }
}
