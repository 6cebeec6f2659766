package io.github.rowqueue.processor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;

/** Another processor of the service, which writes the enum {@code Written} in its first round. */
final class EnumWriter extends AbstractProcessor {

  private boolean written;

  @Override
  public Set<String> getSupportedAnnotationTypes() {
    return Set.of("*");
  }

  @Override
  public SourceVersion getSupportedSourceVersion() {
    return SourceVersion.latest();
  }

  @Override
  public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
    if (!written) {
      written = true;
      try (Writer file = processingEnv.getFiler().createSourceFile("Written").openWriter()) {
        file.write("enum Written { A }");
      } catch (IOException broken) {
        throw new UncheckedIOException(broken);
      }
    }
    return false;
  }
}
