package io.github.rowqueue.processor;

import java.lang.reflect.Constructor;
import java.util.Set;
import javax.annotation.processing.Completion;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.Processor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;

/**
 * Checks classes annotated with {@code @QueueTable} while they are compiled, and writes the code
 * that builds their rows. {@code docs/compile-time-checks.md} shows how a build names it.
 *
 * <p>The processor proper is package-private where the rules are, since everything public there is
 * for services (docs/decisions/007).
 */
public final class QueueTableProcessor implements Processor {

  private static final String PROPER = "io.github.rowqueue.table.TableProcessor";

  private final Processor proper;

  /** Called by the compiler. */
  public QueueTableProcessor() {
    this.proper = proper();
  }

  @Override
  public Set<String> getSupportedOptions() {
    return proper.getSupportedOptions();
  }

  @Override
  public Set<String> getSupportedAnnotationTypes() {
    return proper.getSupportedAnnotationTypes();
  }

  @Override
  public SourceVersion getSupportedSourceVersion() {
    return proper.getSupportedSourceVersion();
  }

  @Override
  public void init(ProcessingEnvironment environment) {
    proper.init(environment);
  }

  @Override
  public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
    proper.process(annotations, round);
    // Not claimed: javac runs no further processor once every annotation is.
    return false;
  }

  @Override
  public Iterable<? extends Completion> getCompletions(
      Element element, AnnotationMirror annotation, ExecutableElement member, String written) {
    return proper.getCompletions(element, annotation, member, written);
  }

  private static Processor proper() {
    try {
      Constructor<?> constructor = Class.forName(PROPER).getDeclaredConstructor();
      constructor.setAccessible(true);
      return (Processor) constructor.newInstance();
    } catch (ReflectiveOperationException impossible) {
      throw new LinkageError(PROPER + " stands in the same jar", impossible);
    }
  }
}
