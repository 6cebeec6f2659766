package io.github.rowqueue.bench.cost;

import java.sql.Array;

/** An array as it was given. {@link Completed} has the methods it lacks. */
abstract class StandInArray implements Array {

  private final Object[] elements;

  StandInArray(Object[] elements) {
    this.elements = elements;
  }

  @Override
  public Object[] getArray() {
    return elements;
  }

  @Override
  public void free() {}
}
