package io.github.rowqueue.table;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.util.List;

/**
 * Builds records through their canonical constructor. All reflection happens once, at the start.
 */
final class RecordMapper<R> implements RowMapper<R> {

  private static final MethodType FROM_ARRAY = MethodType.methodType(Object.class, Object[].class);

  private final Class<R> rowClass;
  private final String describedBy;
  private final MethodHandle constructor;
  private final Cell[] cells;

  RecordMapper(Class<R> rowClass, String describedBy, List<Member> members, List<Cell> cells) {
    this.rowClass = rowClass;
    this.describedBy = describedBy;
    this.cells = cells.toArray(Cell[]::new);
    Constructor<R> canonical = canonical(rowClass, members);
    this.constructor =
        RowAccess.find(
            rowClass,
            FROM_ARRAY,
            // Fixed arity first: a record may end in a varargs component.
            lookup ->
                lookup
                    .unreflectConstructor(canonical)
                    .asFixedArity()
                    .asSpreader(Object[].class, members.size()));
  }

  @Override
  public R map(Row row) {
    Object[] values = new Object[cells.length];
    for (int i = 0; i < cells.length; i++) {
      values[i] = cells[i].read(row);
    }
    return rowClass.cast(build(values));
  }

  private Object build(Object[] values) {
    try {
      return (Object) constructor.invokeExact(values);
    } catch (Throwable refused) {
      throw RowBuilding.refused(describedBy, refused);
    }
  }

  private static <R> Constructor<R> canonical(Class<R> rowClass, List<Member> members) {
    try {
      return rowClass.getDeclaredConstructor(
          members.stream().map(Member::type).toArray(Class<?>[]::new));
    } catch (NoSuchMethodException impossible) {
      throw new AssertionError("a record without its canonical constructor", impossible);
    }
  }
}
