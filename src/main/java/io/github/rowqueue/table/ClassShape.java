package io.github.rowqueue.table;

import java.util.EnumSet;
import java.util.Set;

/**
 * A class before its fields are looked at, whether reflection or the compiler shows it.
 *
 * @param kind how messages call it: {@code record}, {@code class}, {@code enum}…
 * @param name its name alone
 * @param annotated whether it carries {@link QueueTable}
 * @param isAbstract whether it cannot be built
 * @param inner whether it needs an instance of the class around it
 * @param noArgConstructor whether one of its constructors takes nothing
 */
record ClassShape(
    String kind,
    String name,
    boolean annotated,
    boolean isAbstract,
    boolean inner,
    boolean noArgConstructor) {

  /** How messages name the class: {@code record EmailJob}. */
  String describe() {
    return kind + " " + name;
  }

  boolean isRecord() {
    return kind.equals("record");
  }

  boolean hasNamedFields() {
    return isRecord() || kind.equals("class");
  }

  /**
   * What is wrong with it.
   *
   * @param isMessage whether a headers record in it describes the table
   */
  Set<ShapeFault> faults(boolean isMessage) {
    if (!hasNamedFields()) {
      return Set.of(ShapeFault.NO_NAMED_FIELDS);
    }
    EnumSet<ShapeFault> faults = EnumSet.noneOf(ShapeFault.class);
    if (!annotated && !isMessage) {
      faults.add(ShapeFault.NOT_ANNOTATED);
    }
    if (annotated && isMessage) {
      faults.add(ShapeFault.TWO_TABLES);
    }
    if (isAbstract) {
      faults.add(ShapeFault.ABSTRACT);
    }
    if (inner) {
      faults.add(ShapeFault.INNER);
    } else if (!isRecord() && !noArgConstructor) {
      faults.add(ShapeFault.NO_CONSTRUCTOR);
    }
    return faults;
  }
}
