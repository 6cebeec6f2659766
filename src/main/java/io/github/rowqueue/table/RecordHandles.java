package io.github.rowqueue.table;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Builds records through their canonical constructor. All reflection happens once, at the start.
 */
final class RecordHandles<R> implements RowParts<R> {

  private static final MethodType FROM_ARRAY = MethodType.methodType(Object.class, Object[].class);

  private final Class<R> rowClass;
  private final MethodHandle constructor;
  private final MemberGetters getters;

  RecordHandles(Class<R> rowClass, List<Member> members, TableDraft draft) {
    this.rowClass = rowClass;
    this.getters = new MemberGetters(members, draft);
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
  public R build(@Nullable Object[] values) throws Throwable {
    return rowClass.cast((Object) constructor.invokeExact(values));
  }

  @Override
  public @Nullable Object value(R row, int index) {
    return getters.value(row, index);
  }

  private static <R> Constructor<R> canonical(Class<R> rowClass, List<Member> members) {
    try {
      return rowClass.getDeclaredConstructor(
          members.stream().map(Member::rawType).toArray(Class<?>[]::new));
    } catch (NoSuchMethodException impossible) {
      throw new AssertionError("a record without its canonical constructor", impossible);
    }
  }
}
