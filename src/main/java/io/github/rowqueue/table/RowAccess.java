package io.github.rowqueue.table;

import io.github.rowqueue.error.TableSpecException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.util.List;

/** Reaches into the service's own classes, private members included, across modules. */
final class RowAccess {

  private RowAccess() {}

  /**
   * Finds a handle in {@code declaring}.
   *
   * @throws TableSpecException with the line for module-info, if the module keeps us out
   */
  static MethodHandle find(Class<?> declaring, MethodType as, Finder finder) {
    try {
      return finder.find(lookup(declaring)).asType(as);
    } catch (IllegalAccessException closed) {
      throw new TableSpecException(
          TableSpecReader.shape(declaring).describe(),
          List.of(notOpen(declaring.getModule(), declaring)));
    }
  }

  private static Lookup lookup(Class<?> declaring) {
    // Without this even an opened package stays closed: only the service's module names ours.
    RowAccess.class.getModule().addReads(declaring.getModule());
    try {
      return MethodHandles.privateLookupIn(declaring, MethodHandles.lookup());
    } catch (IllegalAccessException notOpen) {
      // A public record in an exported package needs no more.
      return MethodHandles.lookup();
    }
  }

  private static String notOpen(Module module, Class<?> declaring) {
    return ("its package is not open to Rowqueue: add \"opens %s to io.github.rowqueue;\" to the"
            + " module-info of %s")
        .formatted(declaring.getPackageName(), module.getName());
  }

  /** Takes one handle out of a lookup. */
  @FunctionalInterface
  interface Finder {
    MethodHandle find(Lookup lookup) throws IllegalAccessException;
  }
}
