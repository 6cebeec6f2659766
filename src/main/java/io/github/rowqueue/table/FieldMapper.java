package io.github.rowqueue.table;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.List;

/**
 * Builds rows of a plain class: its constructor without parameters, then its fields. A field
 * without a column keeps what the constructor gave it. All reflection happens once, at the start.
 */
final class FieldMapper<R> implements RowMapper<R> {

  private static final MethodType BUILD = MethodType.methodType(Object.class);
  private static final MethodType SET =
      MethodType.methodType(void.class, Object.class, Object.class);

  private final Class<R> rowClass;
  private final String describedBy;
  private final MethodHandle constructor;
  private final List<Setter> setters = new ArrayList<>();

  FieldMapper(Class<R> rowClass, String describedBy, List<Member> members, List<Cell> cells) {
    this.rowClass = rowClass;
    this.describedBy = describedBy;
    Constructor<R> noArg = noArg(rowClass);
    this.constructor =
        RowAccess.find(rowClass, BUILD, lookup -> lookup.unreflectConstructor(noArg));
    for (int i = 0; i < cells.size(); i++) {
      if (cells.get(i).isColumn()) {
        setters.add(new Setter(setter(members.get(i)), cells.get(i)));
      }
    }
  }

  @Override
  public R map(Row row) {
    Object built = build();
    for (Setter setter : setters) {
      setter.set(built, row);
    }
    return rowClass.cast(built);
  }

  private Object build() {
    try {
      return (Object) constructor.invokeExact();
    } catch (Throwable refused) {
      throw RowBuilding.refused(describedBy, refused);
    }
  }

  private static MethodHandle setter(Member member) {
    return RowAccess.find(
        member.field().getDeclaringClass(), SET, lookup -> lookup.unreflectSetter(member.field()));
  }

  private static <R> Constructor<R> noArg(Class<R> rowClass) {
    try {
      return rowClass.getDeclaredConstructor();
    } catch (NoSuchMethodException impossible) {
      throw new AssertionError("the rules passed a class without a no-arg constructor", impossible);
    }
  }

  private record Setter(MethodHandle field, Cell cell) {

    void set(Object built, Row row) {
      Object value = cell.read(row);
      try {
        field.invokeExact(built, value);
      } catch (RuntimeException | Error raised) {
        throw raised;
      } catch (Throwable impossible) {
        throw new AssertionError("setting a field raises nothing checked", impossible);
      }
    }
  }
}
